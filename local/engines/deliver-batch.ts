import { setTimeout as delay } from 'node:timers/promises';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';

type Delivery = {
  // biome-ignore lint/suspicious/noConfusingVoidType: a Lambda handler may answer nothing at all.
  readonly invoke: (batch: readonly DynamoDBRecord[]) => Promise<DynamoDBBatchResponse | void>;
  readonly maximumAttempts: number;
  readonly retryDelayMilliseconds: (attempt: number) => number;
  readonly onError: (error: unknown) => void;
  readonly onFailure: (records: readonly DynamoDBRecord[]) => Promise<void> | void;
  /** Stops the retries. A running invocation is always awaited. */
  readonly signal: AbortSignal;
};

/**
 * Sends a batch to the handler until every record is handled or given up, in order. Failures are reported or thrown:
 * records before the first reported failure are done, a batch that fails without progress is halved, and a single
 * failing record is tried up to the maximum, then passed to `onFailure`. Returns how many leading records are settled:
 * all, unless the signal aborted it.
 */
export async function deliverBatch(
  records: readonly DynamoDBRecord[],
  delivery: Delivery,
): Promise<number> {
  let settled = 0;
  let width = records.length;
  let attempt = 1;
  while (settled < records.length && !delivery.signal.aborted) {
    const batch = records.slice(settled, settled + width);
    const handled = await countHandled(batch, delivery);
    settled += handled;
    if (handled === batch.length) {
      width = records.length - settled;
      attempt = 1;
      continue;
    }
    if (handled > 0 || batch.length > 1) {
      width = handled > 0 ? batch.length - handled : Math.ceil(batch.length / 2);
      attempt = 1;
    } else if (attempt < delivery.maximumAttempts) {
      attempt += 1;
    } else {
      await delivery.onFailure(batch);
      settled += 1;
      width = records.length - settled;
      attempt = 1;
      continue;
    }
    await pause(delivery.retryDelayMilliseconds(attempt), delivery.signal);
  }
  return settled;
}

/** Invokes once and returns the number of leading records that need no retry. */
async function countHandled(batch: readonly DynamoDBRecord[], delivery: Delivery): Promise<number> {
  try {
    const failures = (await delivery.invoke(batch))?.batchItemFailures ?? [];
    const positions = failures.map(({ itemIdentifier }) =>
      batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === itemIdentifier),
    );
    // An unknown identifier (-1) fails the whole batch, as on AWS.
    return Math.max(0, Math.min(batch.length, ...positions));
  } catch (error) {
    delivery.onError(error);
    return 0;
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch {
    // The signal ends the wait, and the caller checks it next.
  }
}
