import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { sweepExpired, trimStreams } from './engines/dynamodb-maintenance.ts';
import type { StreamPoller } from './engines/stream-poller.ts';

const interval = 30_000;

/** What AWS does by itself: expired items go away, and stream records that were delivered. */
export function startMaintenance(parts: {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  /** Null where another engine than ours holds the table. */
  readonly databaseFile: string | null;
  readonly pump: StreamPoller;
}): { stop(): void } {
  const { client, tableName, databaseFile, pump } = parts;
  if (databaseFile === null) return { stop: () => {} };
  const timer = setInterval(() => {
    const consumed = pump.consumedThrough();
    if (consumed !== undefined) trimStreams(databaseFile, tableName, consumed);
    // What was not swept now is swept the next time; reads never rely on it.
    sweepExpired({ databaseFile, client, tableName, now: new Date() }).catch(() => {});
  }, interval);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
