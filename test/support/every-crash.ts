import { expect } from 'vitest';
import type { DocumentStore } from '../../shared/documents/aws/document-store.ts';
import type { World } from './world.ts';

/** Faults after which the caller doesn't know, or knows, that nothing was written. */
export const faults = ['drop-response', 'internal'] as const;

/** Something at the point where its workflow starts. */
interface Prepared {
  readonly start: () => Promise<unknown>;
}

/** Makes it anew each time, and tells what came of it, without what differs from one to the next. */
interface Crashing<P extends Prepared, End> {
  readonly prepare: () => Promise<P>;
  readonly endOf: (prepared: P) => Promise<End>;
  /** Calls to the table that a run makes at least. */
  readonly atLeast?: number;
}

/** The end of a run that nothing disturbs, and how many calls to the table it took. */
export async function undisturbed<P extends Prepared, End>(
  world: World,
  { prepare, endOf, atLeast = 6 }: Crashing<P, End>,
): Promise<{ readonly calls: number; readonly expected: End }> {
  const prepared = await prepare();
  world.proxy.calls.reset();
  const status = await prepared.start();
  const calls = world.proxy.calls.count();
  expect(calls).toBeGreaterThanOrEqual(atLeast);
  if (typeof status === 'string') expect(status).toBe('SUCCEEDED');
  return { calls, expected: await endOf(prepared) };
}

/** Runs it once for each of its calls to the table, which meets the fault, and expects the same end. Answers that end. */
export async function everyCrash<P extends Prepared, End>(
  world: World,
  kind: (typeof faults)[number],
  crashing: Crashing<P, End>,
): Promise<End> {
  const { expected, calls } = await undisturbed(world, crashing);
  for (let call = 1; call <= calls; call += 1) {
    const prepared = await crashing.prepare();
    let seen = 0;
    world.proxy.failNext({
      kind,
      match: () => {
        seen += 1;
        return seen === call;
      },
    });
    const status = await prepared.start();
    if (typeof status === 'string') expect(status).toBe('SUCCEEDED');
    expect(world.proxy.pending()).toBe(0);
    expect(await crashing.endOf(prepared)).toEqual(expected);
  }
  return expected;
}

/** Runs while no document can be stored. */
export async function withoutFiles<T>(documents: DocumentStore, run: () => Promise<T>): Promise<T> {
  const { put } = documents;
  documents.put = async () => {
    throw new Error('S3 is down');
  };
  try {
    return await run();
  } finally {
    documents.put = put;
  }
}
