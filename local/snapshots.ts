import { lambdaContext } from './engines/lambda-context.ts';
import { onTheClock } from './on-the-clock.ts';

/** Has a snapshot of the registry written, at once and as often as in AWS. */
export function startSnapshots(): { stop(): void } {
  return onTheClock({
    every: 3_600_000,
    atOnce: true,
    failure: 'no snapshot of the registry could be written',
    work: writeSnapshotNow,
  });
}

/** The same now. */
export async function writeSnapshotNow() {
  const { handler } = await import('../functions/registry/write-snapshot.ts');
  // Of a function's context it asks nothing but the time that is left.
  return handler(
    {},
    lambdaContext('registry-write-snapshot', 900) as Parameters<typeof handler>[1],
  );
}
