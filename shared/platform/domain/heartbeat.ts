/**
 * The partition that the clock writes every 15 minutes, whatever else happens: the counts of waiting cases (`keys.reviewCounts`). Both readers of
 * the table's stream measure when the write reaches them. A reader that nobody calls measures nothing, and an alarm rings.
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

/** For how many seconds a heartbeat was on its way; 0 where the clocks differ. */
export function heartbeatAge({ dynamodb }: StreamRecord, now: Date): number {
  const at = dynamodb?.ApproximateCreationDateTime ?? 0;
  const writtenAt = at instanceof Date ? at.getTime() / 1000 : at;
  return Math.max(0, Math.round(now.getTime() / 1000 - writtenAt));
}
