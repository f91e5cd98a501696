import { setTimeout as delay } from 'node:timers/promises';
import { valueAt } from './column.ts';
import type { Command } from './command.ts';
import { exitCodes, Failure } from './failure.ts';

/** The totals of a run. */
const counts = ['scanned', 'found', 'revoked', 'newer', 'failed'] as const;

/** How long a key issued before an instant may take to become visible, in milliseconds. */
const settling = 16_000;

/** Between two pages, in milliseconds, to leave capacity for others. */
const pace = 100;

/**
 * Before a page is requested again, in milliseconds. A walk of half an hour may meet moments when the service is busy
 * or unavailable.
 */
const patience = [1_000, 4_000, 16_000] as const;

/**
 * Processes all owners, page by page, from the instant of the first answer; and again if the service reports that
 * an earlier key may have been in progress. After an interruption it starts again: revoked keys are no longer found.
 * Throws a Failure if someone's keys could not be read.
 */
export const revokeAll: NonNullable<Command['walk']> = (ask, notice) =>
  revokeAllWith(ask, notice, delay);

/** The same, with a different wait function. */
export async function revokeAllWith(
  ask: Parameters<NonNullable<Command['walk']>>[0],
  notice: (text: string) => void,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<unknown> {
  const first = await walk(ask, {}, wait);
  const { issuedBefore } = first.data;
  let { data } = first;
  if (first.repeatRequired && data.carryOut) {
    notice('Checking again, for keys that were being issued.\n');
    await wait(settling);
    const second = await walk(ask, { issuedBefore }, wait);
    data = {
      ...second.data,
      found: data.found + second.data.found,
      revoked: data.revoked + second.data.revoked,
    };
  }
  if (data.failed > 0) {
    notice(`${data.revoked} revoked.\n`);
    throw new Failure('refused', `The keys of ${data.failed} owners could not be read.`);
  }
  return { data };
}

interface Walked {
  readonly data: Readonly<Record<(typeof counts)[number], number>> & {
    readonly carryOut: boolean;
    readonly issuedBefore: unknown;
  };
  readonly repeatRequired: boolean;
}

async function walk(
  ask: Parameters<typeof revokeAllWith>[0],
  change: Readonly<Record<string, unknown>>,
  wait: Parameters<typeof revokeAllWith>[2],
): Promise<Walked> {
  const sums = { scanned: 0, found: 0, revoked: 0, newer: 0, failed: 0 };
  let answer = await ask(change, null);
  const repeatRequired = valueAt(answer, 'data.repeatRequired') === true;
  const issuedBefore = valueAt(answer, 'data.issuedBefore');
  const carryOut = valueAt(answer, 'data.carryOut') === true;
  for (;;) {
    for (const name of counts) sums[name] += Number(valueAt(answer, `data.${name}`));
    const cursor = valueAt(answer, 'pagination.nextCursor');
    if (typeof cursor !== 'string')
      return { data: { carryOut, issuedBefore, ...sums }, repeatRequired };
    await wait(pace);
    answer = await patiently(() => ask({ ...change, issuedBefore }, cursor), wait);
  }
}

/** Tries up to four times: repeating one page is cheaper than walking through all of them again. */
async function patiently(
  ask: () => Promise<unknown>,
  wait: Parameters<typeof revokeAllWith>[2],
): Promise<unknown> {
  for (const pause of patience) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Failure) || error.exitCode === exitCodes.credentials) throw error;
      await wait(pause);
    }
  }
  return ask();
}
