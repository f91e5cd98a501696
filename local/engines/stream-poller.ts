import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
} from 'aws-lambda';
import { deliverBatch } from './deliver-batch.ts';
import { type EventPattern, isTaken } from './event-filter.ts';
import { lambdaContext } from './lambda-context.ts';
import type { TableStream } from './table-stream.ts';

/** The consumer: a Lambda handler of stream events with ReportBatchItemFailures. */
export type StreamHandler = (
  event: DynamoDBStreamEvent,
  context: Context,
  // biome-ignore lint/suspicious/noConfusingVoidType: a Lambda handler may answer nothing at all.
) => Promise<DynamoDBBatchResponse | void>;

/** A running event source mapping. */
export type StreamPoller = {
  /** Resolves once everything written before the call is handled or given up; rejects on stop. */
  readonly drained: () => Promise<void>;
  /** The last sequence number handled, in the engine's own form, for `trimStreams`. */
  readonly consumedThrough: () => string | undefined;
  /** Waits for the batch in flight; a batch between retries is left for the next start. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly stream: TableStream;
  readonly handler: StreamHandler;
  /** Called for every failed read of the stream and every invocation that threw. */
  readonly onError: (error: unknown) => void;
  /** Receives records that no attempt could handle, like the mapping's on-failure destination. */
  readonly onFailure?: (records: readonly DynamoDBRecord[]) => Promise<void> | void;
  /** Where the position is stored, so that a restart continues there. */
  readonly checkpointFile?: string | undefined;
  /** The records for the handler, like the mapping's FilterCriteria; all unless set. */
  readonly filters?: readonly EventPattern[];
  readonly functionName?: string;
  /** Records of one invocation, without those that the filter leaves out; 10 unless set. */
  readonly batchSize?: number;
  /** How often a single record is tried before it is given up, by default 5. */
  readonly maximumAttempts?: number;
  readonly retryDelayMilliseconds?: (attempt: number) => number;
  readonly pollIntervalMilliseconds?: number;
};

const errorDelayMilliseconds = 250;

/**
 * Reads a table's stream as an event source mapping does: in order from the oldest record, in
 * batches, with partial batch failures, bisection and a bounded number of attempts. Delivery is at
 * least once.
 */
export function startStreamPoller(options: Options): StreamPoller {
  const { handler, onError, batchSize = 10, pollIntervalMilliseconds = 25 } = options;
  const { filters = [] } = options;
  const backoff = (attempt: number) => Math.min(100 * 2 ** attempt, 5000);
  const reader = options.stream.reader(options.checkpointFile);
  const stopping = new AbortController();
  let waiters: PromiseWithResolvers<void>[] = [];
  let wake = () => {};

  const delivery = {
    invoke: (batch: readonly DynamoDBRecord[]) =>
      handler({ Records: [...batch] }, lambdaContext(options.functionName ?? 'stream-consumer')),
    maximumAttempts: options.maximumAttempts ?? 5,
    retryDelayMilliseconds: options.retryDelayMilliseconds ?? backoff,
    onError,
    onFailure: options.onFailure ?? (() => {}),
    signal: stopping.signal,
  };

  /** Reads once and handles the records. False if there was nothing new. */
  const step = async (): Promise<boolean> => {
    const read = await reader.read();
    if (read === null) return false;
    const { entries, through } = read;
    const requested = entries.flatMap(({ record }, index) =>
      isTaken(record, filters) ? [{ record, place: index }] : [],
    );
    for (let start = 0; start < requested.length; start += batchSize) {
      const batch = requested.slice(start, start + batchSize);
      const records = batch.map(({ record }) => record);
      const settled = await deliverBatch(records, delivery);
      // Records before the first open one are finished, relevant or not.
      const open = requested[start + settled];
      const done = open === undefined ? through : entries[open.place - 1]?.number;
      if (done !== undefined) reader.checkpoint(done);
      if (stopping.signal.aborted) return true;
    }
    if (requested.length === 0) reader.checkpoint(through);
    return true;
  };

  const idle = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, stopping.signal.aborted ? 0 : milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const loop = async () => {
    while (!stopping.signal.aborted) {
      const waiting = waiters;
      waiters = [];
      try {
        const hasRead = await step();
        if (hasRead) waiters.push(...waiting);
        else for (const { resolve } of waiting) resolve();
        // The pause also follows a successful read: under load, reading each record by itself takes
        // a tenth of the process's work.
        if (waiters.length === 0) await idle(pollIntervalMilliseconds);
      } catch (error) {
        waiters.push(...waiting);
        reader.rewind();
        onError(error);
        await idle(errorDelayMilliseconds);
      }
    }
    for (const { reject } of waiters) reject(new Error('The stream poller was stopped.'));
    waiters = [];
  };
  const finished = loop();

  return {
    drained: () => {
      const waiter = Promise.withResolvers<void>();
      if (stopping.signal.aborted) waiter.reject(new Error('The stream poller was stopped.'));
      else waiters.push(waiter);
      wake();
      return waiter.promise;
    },
    consumedThrough: reader.consumedThrough,
    stop: () => {
      stopping.abort();
      wake();
      return finished;
    },
  };
}
