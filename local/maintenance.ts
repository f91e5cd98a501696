import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { sweepExpired, trimStreams } from './engines/dynamodb-maintenance.ts';
import type { StreamPoller } from './engines/stream-poller.ts';
import { onTheClock } from './on-the-clock.ts';

const interval = 30_000;

/** Automatic work of AWS: deletes expired items, and stream records that were delivered. */
export function startMaintenance(parts: {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  /** Null if the table is in another engine. */
  readonly databaseFile: string | null;
  /** The stream's consumers: records that one of them still needs are kept. */
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
    // The next sweep deletes the rest; reads never rely on it.
    await sweepExpired({ databaseFile, client, tableName, now: new Date() }).catch(() => {});
  };
  return onTheClock({ every: interval, failure: 'expired items could not be removed', work });
}
