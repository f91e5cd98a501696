import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { openJsonCalls } from '../../kernel/aws/json-calls.ts';
import type { RoleCredentials } from '../../kernel/runtime/client-parts.ts';

/** The maximum number of messages that SQS accepts in one call. */
const batchSize = 10;

/** A received message. No one else gets it during the requested time. */
export interface Received {
  readonly body: string;
  readonly receipt: string;
}

/** The size of a queue, as SQS estimates it. */
export interface QueueSize {
  readonly waiting: number;
  readonly inFlight: number;
}

/** Queues, by their URLs. All calls can be repeated; a message may arrive twice. */
export interface Queues {
  /**
   * Sends messages, which can't be received for `delay` seconds (at most 900). Returns the positions of those that SQS
   * refused.
   */
  send(url: string, bodies: readonly string[], delay?: number): Promise<readonly number[]>;
  /** Receives up to ten messages and hides them from others for `seconds`. */
  receive(url: string, seconds: number): Promise<readonly Received[]>;
  /** Deletes messages. Returns the positions of those that SQS did not delete. */
  remove(url: string, receipts: readonly string[]): Promise<readonly number[]>;
  /** Makes undelivered messages visible again after their `seconds`. */
  postpone(
    url: string,
    messages: readonly { readonly receipt: string; readonly seconds: number }[],
  ): Promise<void>;
  size(url: string): Promise<QueueSize>;
}

/** SQS over its JSON protocol. */
const sqs = {
  name: 'SQS',
  signedAs: 'sqs',
  host: 'sqs',
  variable: 'AWS_ENDPOINT_URL_SQS',
} as const;

const Entry = z.object({ Id: z.string() });
const Batch = z.object({ Failed: z._default(z.array(Entry), []) });
const Sent = z.object({
  ...Batch.shape,
  Successful: z._default(z.array(z.object({ Id: z.string(), MD5OfMessageBody: z.string() })), []),
});
const Messages = z.object({
  Messages: z._default(
    z.array(z.object({ Body: z.string(), MD5OfBody: z.string(), ReceiptHandle: z.string() })),
    [],
  ),
});
const Attributes = z.object({ Attributes: z._default(z.record(z.string(), z.string()), {}) });

/** Credentials and endpoint for SQS. The defaults come from the environment and the queue's URL. */
export interface QueueSettings {
  readonly region?: string;
  readonly credentials?: RoleCredentials;
  readonly endpoint?: string;
}

/** SQS. Only tests pass `settings`. */
export function openQueues({ endpoint, ...settings }: QueueSettings = {}): Queues {
  const call = openJsonCalls(sqs, { attempts: 3, requestTimeout: 3_000, ...settings });
  const ask = (operation: string, url: string, input: object) =>
    call({
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `AmazonSQS.${operation}`,
        'x-amzn-query-mode': 'true',
      },
      body: { QueueUrl: url, ...input },
      origin: endpoint ?? new URL(url).origin,
    });
  return {
    async send(url, bodies, delay) {
      return placesOf(bodies, async (chunk) => {
        const sent = await ask('SendMessageBatch', url, {
          Entries: chunk.map((body, index) => ({
            Id: String(index),
            MessageBody: body,
            DelaySeconds: delay,
          })),
        });
        const { Successful, Failed } = Sent.parse(sent);
        for (const { Id, MD5OfMessageBody } of Successful) {
          requireWhole(chunk[Number(Id)], MD5OfMessageBody);
        }
        return Failed;
      });
    },
    async receive(url, seconds) {
      const received = await ask('ReceiveMessage', url, {
        MaxNumberOfMessages: batchSize,
        VisibilityTimeout: seconds,
        // Without this, SQS asks only a few of its servers and may miss messages.
        WaitTimeSeconds: 1,
      });
      return Messages.parse(received).Messages.map(({ Body, MD5OfBody, ReceiptHandle }) => {
        requireWhole(Body, MD5OfBody);
        return { body: Body, receipt: ReceiptHandle };
      });
    },
    async remove(url, receipts) {
      return placesOf(receipts, async (chunk) => {
        const Entries = chunk.map((receipt, index) => ({
          Id: String(index),
          ReceiptHandle: receipt,
        }));
        return Batch.parse(await ask('DeleteMessageBatch', url, { Entries })).Failed;
      });
    },
    async postpone(url, messages) {
      await placesOf(messages, async (chunk) => {
        const Entries = chunk.map(({ receipt, seconds }, index) => ({
          Id: String(index),
          ReceiptHandle: receipt,
          VisibilityTimeout: seconds,
        }));
        await ask('ChangeMessageVisibilityBatch', url, { Entries });
        return [];
      });
    },
    async size(url) {
      const answer = await ask('GetQueueAttributes', url, {
        AttributeNames: [
          'ApproximateNumberOfMessages',
          'ApproximateNumberOfMessagesDelayed',
          'ApproximateNumberOfMessagesNotVisible',
        ],
      });
      const attributes = Attributes.parse(answer).Attributes;
      const count = (name: string) => Number(attributes[name] ?? 0);
      return {
        waiting: count('ApproximateNumberOfMessages') + count('ApproximateNumberOfMessagesDelayed'),
        inFlight: count('ApproximateNumberOfMessagesNotVisible'),
      };
    },
  };
}

/** Compares the checksum of each body, as the SDK's client does. Throws if a body changed on its way. */
function requireWhole(body: string | undefined, sum: string): void {
  if (
    createHash('md5')
      .update(body ?? '')
      .digest('hex') !== sum
  ) {
    throw new Error('a message does not fit its checksum');
  }
}

/** How many batches are sent in parallel. */
const atOnce = 5;

/**
 * Sends in batches of SQS's maximum size, some in parallel; returns the positions of the messages that SQS refused. If a batch
 * throws, it throws the same error once the parallel batches have ended.
 */
async function placesOf<T>(
  all: readonly T[],
  send: (chunk: readonly T[]) => Promise<readonly { readonly Id: string }[]>,
): Promise<readonly number[]> {
  const starts = Array.from({ length: Math.ceil(all.length / batchSize) }, (_, n) => n * batchSize);
  const failed: number[] = [];
  for (let first = 0; first < starts.length; first += atOnce) {
    const under = starts.slice(first, first + atOnce).map(async (start) => {
      const entries = await send(all.slice(start, start + batchSize));
      failed.push(...entries.map(({ Id }) => start + Number(Id)));
    });
    const broken = (await Promise.allSettled(under)).find(({ status }) => status === 'rejected');
    if (broken?.status === 'rejected') throw broken.reason;
  }
  return failed.toSorted((left, right) => left - right);
}
