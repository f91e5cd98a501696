import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { sweepExpired, trimStreams } from './engines/dynamodb-maintenance.ts';
import type { StreamPoller } from './engines/stream-poller.ts';
import { onTheClock } from './on-the-clock.ts';

const interval = 30_000;

/** What AWS does by itself: expired items go away, and stream records that were delivered. */
export function startMaintenance(parts: {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  /** Null where another engine than ours holds the table. */
  readonly databaseFile: string | null;
  /** The stream's readers: records that one of them still needs are kept. */
  readonly readers: readonly StreamPoller[];
}): { stop(): void } {
  const { client, tableName, databaseFile, readers } = parts;
  if (databaseFile === null) return { stop: () => {} };
  const work = async () => {
    const consumed = readers.map((reader) => reader.consumedThrough());
    const least = consumed.reduce((one, other) =>
      one === undefined || other === undefined || Number(one) < Number(other) ? one : other,
    );
    if (least !== undefined && !consumed.includes(undefined))
      trimStreams(databaseFile, tableName, least);
    // What was not swept now is swept the next time; reads never rely on it.
    await sweepExpired({ databaseFile, client, tableName, now: new Date() }).catch(() => {});
  };
  return onTheClock({ every: interval, failure: 'expired items could not be removed', work });
}
