import { expect } from 'vitest';
import type { DocumentStore } from '../../shared/documents/aws/document-store.ts';
import type { World } from './world.ts';

/** Faults after which nothing was written, which the caller may not know. */
export const faults = ['drop-response', 'internal'] as const;

/** A case whose workflow is about to start. */
interface Prepared {
  readonly start: () => Promise<unknown>;
}

/**
 * Creates the case for each run, and returns its result without values that differ between runs.
 */
interface Crashing<P extends Prepared, End> {
  readonly prepare: () => Promise<P>;
  readonly endOf: (prepared: P) => Promise<End>;
  /** The minimum number of table calls of a run. */
  readonly atLeast?: number;
}

/** One call to the table. */
interface Call {
  readonly isRead: boolean;
  /**
   * The same for calls that differ only in ids and numbers, such as reads of the parts of one list.
   */
  readonly kind: string;
}

/** The result of an undisturbed run, and its calls to the table. */
export async function undisturbed<P extends Prepared, End>(
  world: World,
  { prepare, endOf, atLeast = 6 }: Crashing<P, End>,
): Promise<{ readonly calls: readonly Call[]; readonly expected: End }> {
  const prepared = await prepare();
  const calls: Call[] = [];
  world.proxy.failNext({
    kind: 'internal',
    match: (body, operation) => {
      const kind = `${operation} ${JSON.stringify(body)}`.replaceAll(/[\da-f-]{8,}|\d+/g, '#');
      calls.push({ isRead: isRead(operation), kind });
      return false;
    },
  });
  const status = await prepared.start();
  world.proxy.disarm();
  expect(calls.length).toBeGreaterThanOrEqual(atLeast);
  if (typeof status === 'string') expect(status).toBe('SUCCEEDED');
  return { calls, expected: await endOf(prepared) };
}

/**
 * Repeats the run with one failed table call each, and expects the same result: each write with
 * each fault, and each kind of read once. A failed read needs no more, because it changes nothing;
 * a run that ends there is in the same state as one whose next write fails. Returns that result.
 */
export async function everyCrash<P extends Prepared, End>(
  world: World,
  crashing: Crashing<P, End>,
): Promise<End> {
  const { expected, calls } = await undisturbed(world, crashing);
  expect(new Set(calls.map(({ isRead }) => isRead)).size).toBe(2);
  const failed = new Set<string>();
  for (const [index, { isRead, kind }] of calls.entries()) {
    if (isRead && failed.has(kind)) continue;
    failed.add(kind);
    for (const fault of isRead ? faults.slice(1) : faults) {
      const prepared = await crashing.prepare();
      let seen = 0;
      world.proxy.failNext({
        kind: fault,
        match: () => {
          seen += 1;
          return seen === index + 1;
        },
      });
      const status = await prepared.start();
      const where = `${fault} at call ${index + 1}, ${kind}`;
      if (typeof status === 'string') expect(status, where).toBe('SUCCEEDED');
      expect(world.proxy.pending(), where).toBe(0);
      expect(await crashing.endOf(prepared), where).toEqual(expected);
    }
  }
  return expected;
}

/** Whether a table operation only reads. */
export function isRead(operation: string): boolean {
  return /^(Batch|Transact)?Get|^Query$|^Scan$/.test(operation);
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
