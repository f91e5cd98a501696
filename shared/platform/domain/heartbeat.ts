/**
 * The partition that a schedule writes every 15 minutes in any case: the counts of waiting cases (`keys.reviewCounts`).
 * Both readers of the table's stream measure when the write reaches them. If a reader is not running, the measure is
 * missing and an alarm starts.
 */
export const heartbeatPartition = 'REVIEW_COUNTS';

interface StreamRecord {
  readonly dynamodb?:
    | {
        readonly Keys?: Readonly<Record<string, { S?: string }>> | undefined;
        readonly ApproximateCreationDateTime?: number | Date | undefined;
      }
    | undefined;
}

export function isHeartbeat({ dynamodb }: StreamRecord): boolean {
  return dynamodb?.Keys?.['pk']?.S === heartbeatPartition;
}

/** The age of a heartbeat in seconds. 0 if the clocks differ. */
export function heartbeatAge({ dynamodb }: StreamRecord, now: Date): number {
  const at = dynamodb?.ApproximateCreationDateTime ?? 0;
  const writtenAt = at instanceof Date ? at.getTime() / 1000 : at;
  return Math.max(0, Math.round(now.getTime() / 1000 - writtenAt));
}
