import { setTimeout as delay } from 'node:timers/promises';
import type { SQSRecord } from 'aws-lambda';
import { localAws } from './engine.ts';
import { lambdaContext } from './lambda-context.ts';
import type { Message } from './queue-store.ts';
import type { SqsHandler } from './sqs.ts';

/** A queue with the function that consumes it. */
export interface QueueConnection {
  /** Messages may be available. */
  readonly wake: () => void;
  readonly isIdle: () => boolean;
  /** Resolves when the queue is empty, or the connection is stopped. */
  readonly idle: () => Promise<void>;
  /** Waits for the batch in flight. */
  readonly stop: () => Promise<void>;
}

/** The pause after the queue itself fails, in milliseconds. */
const errorPause = 500;

/** Timers support 31 bits of milliseconds. */
const longest = 2_147_483_647;

/**
 * Delivers messages to the function as soon as they can be received, with this many parallel batches, and deletes those
 * that it does not report as failed. The others are delivered again when they are visible.
 */
export function connectQueue(parts: {
  readonly queueArn: string;
  readonly functionName: string;
  readonly handler: SqsHandler;
  /** Messages of one invocation. */
  readonly batchSize: number;
  /** Parallel invocations. */
  readonly concurrency: number;
  readonly messages: () => readonly Message[];
  readonly receive: (most: number) => readonly Message[];
  readonly remove: (messages: readonly Message[]) => void;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}): QueueConnection {
  let stopped = false;
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let emptied = Promise.withResolvers<void>();

  async function consume(): Promise<void> {
    for (;;) {
      const batch = stopped ? [] : parts.receive(parts.batchSize);
      if (batch.length === 0) return;
      const failed = await invoke(batch);
      parts.remove(batch.filter(({ id }) => !failed.has(id)));
    }
  }

  /** Ids of the failed messages: all, if the function fails or reports unknown ids, as on AWS. */
  async function invoke(batch: readonly Message[]): Promise<ReadonlySet<string>> {
    const all = new Set(batch.map(({ id }) => id));
    try {
      const Records = batch.map((message) => recordOf(message, parts.queueArn));
      const answer = await parts.handler({ Records }, lambdaContext(parts.functionName));
      const failed = new Set(
        (answer?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier),
      );
      return failed.isSubsetOf(all) ? failed : all;
    } catch (error) {
      parts.onError(error);
      return all;
    }
  }

  function wake(): void {
    if (stopped) return;
    clearTimeout(timer);
    while (running.size < parts.concurrency && (running.size === 0 || hasVisible())) {
      const one: Promise<void> = consume()
        // A message that could not be removed is delivered again when it is visible, once a full disk has room.
        .catch((error: unknown) => {
          parts.onError(error);
          return delay(stopped ? 0 : errorPause, undefined, { ref: false });
        })
        .then(() => {
          running.delete(one);
          if (running.size === 0) rest();
        });
      running.add(one);
    }
  }

  function hasVisible(): boolean {
    return parts.messages().some(({ visibleAt }) => visibleAt <= parts.now());
  }

  /** Waits until the next message is visible. */
  function rest(): void {
    const messages = parts.messages();
    if (messages.length === 0 || stopped) {
      emptied.resolve();
      emptied = Promise.withResolvers();
      return;
    }
    const next = Math.min(...messages.map(({ visibleAt }) => visibleAt));
    timer = setTimeout(wake, Math.min(Math.max(0, next - parts.now()), longest));
    timer.unref();
  }

  const isIdle = () => stopped || (running.size === 0 && parts.messages().length === 0);
  wake();
  return {
    wake,
    isIdle,
    idle: () => (isIdle() ? Promise.resolve() : emptied.promise),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await Promise.all(running);
      emptied.resolve();
    },
  };
}

function recordOf({ id, body, receipt, receptions, sentAt }: Message, queueArn: string): SQSRecord {
  return {
    messageId: id,
    receiptHandle: receipt ?? '',
    body,
    attributes: {
      ApproximateReceiveCount: String(receptions),
      SentTimestamp: String(sentAt),
      SenderId: localAws.account,
      ApproximateFirstReceiveTimestamp: String(sentAt),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: localAws.region,
  };
}
