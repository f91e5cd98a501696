import { join } from 'node:path';
import { changeFilters } from '../shared/platform/domain/record.ts';
import { lambdaContext } from './engines/lambda-context.ts';
import type { Lock } from './engines/s3-locked-store.ts';
import {
  type StreamHandler,
  type StreamPoller,
  startStreamPoller,
} from './engines/stream-poller.ts';
import type { TableStream } from './engines/table-stream.ts';
import { onTheClock } from './on-the-clock.ts';

/** The bucket of copies, and how long it keeps them locked here. */
export const evidenceBucket = 'registry-evidence';
export const evidenceLock: Lock = { mode: 'GOVERNANCE', days: 30 };
/** The local KMS has only this key. */
export const evidenceKey = 'evidence';

/**
 * The second consumer of the table's stream: passes changes to the function that copies evidence, and calls the one
 * that signs each day. It never gives up.
 */
export function startEvidence(parts: {
  readonly stream: TableStream;
  readonly dataDirectory?: string | undefined;
}): StreamPoller {
  const { stream, dataDirectory } = parts;
  const poller = startStreamPoller({
    stream,
    checkpointFile: dataDirectory && join(dataDirectory, 'evidence-checkpoint.json'),
    functionName: 'evidence-copy',
    maximumAttempts: Number.POSITIVE_INFINITY,
    batchSize: 1_000,
    // Records of one second are one packet; in AWS those of half a minute.
    pollIntervalMilliseconds: 1_000,
    filters: changeFilters,
    handler: copy,
    onError: (error) => report('changes could not be copied and will be retried', error),
  });
  const closing = onTheClock({
    every: 3_600_000,
    ofDays: true,
    failure: 'evidence: days could not be signed',
    work: closeNow,
  });
  return {
    ...poller,
    stop: () => {
      closing.stop();
      return poller.stop();
    },
  };
}

/** Signs past days, like the scheduled function. */
export async function closeNow(): Promise<object> {
  const { handler } = await import('../functions/evidence/close-days.ts');
  return handler({}, lambdaContext('evidence-close-days', 900));
}

const copy: StreamHandler = async (event, context) => {
  const { handler } = await import('../functions/evidence/copy.ts');
  return handler(event, context);
};

function report(message: string, error: unknown): void {
  const cause = error instanceof Error ? `: ${error.name}` : '';
  process.stderr.write(`evidence: ${message}${cause}\n`);
}
