import { lambdaContext } from './engines/lambda-context.ts';
import { onTheClock } from './on-the-clock.ts';

/** Writes a snapshot of the registry, immediately and as often as on AWS. */
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
  // It uses only the remaining time of a function's context.
  return handler(
    {},
    lambdaContext('registry-write-snapshot', 900) as Parameters<typeof handler>[1],
  );
}
