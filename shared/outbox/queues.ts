import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs';
import { timeLimits } from '../kernel/client-parts.ts';

/** What SQS takes at once. */
const batchSize = 10;

/** A message that was received, and is nobody else's for as long as was asked. */
export interface Received {
  readonly body: string;
  readonly receipt: string;
}

/** How much there is in a queue, by SQS's estimate. */
export interface QueueSize {
  readonly waiting: number;
  readonly inFlight: number;
}

/** Queues, by their URLs. All calls can be repeated; a message may come twice. */
export interface Queues {
  /** Puts messages in, for so many seconds (900 at most) not to be received; answers the places of those that SQS did not take. */
  send(url: string, bodies: readonly string[], delay?: number): Promise<readonly number[]>;
  /** Up to ten messages, for so many seconds. */
  receive(url: string, seconds: number): Promise<readonly Received[]>;
  /** Deletes messages; answers the places of those that SQS did not delete. */
  remove(url: string, receipts: readonly string[]): Promise<readonly number[]>;
  /** Has messages that could not be delivered come again after so many seconds. */
  postpone(
    url: string,
    messages: readonly { readonly receipt: string; readonly seconds: number }[],
  ): Promise<void>;
  size(url: string): Promise<QueueSize>;
}

/** SQS; `settings` are those of tests. */
export function openQueues(settings: SQSClientConfig = {}): Queues {
  const client = new SQSClient({
    ...timeLimits({ attempts: 3, requestTimeout: 3_000 }),
    ...settings,
  });
  return {
    async send(url, bodies, delay) {
      return placesOf(bodies, async (chunk) => {
        const { Failed = [] } = await client.send(
          new SendMessageBatchCommand({
            QueueUrl: url,
            Entries: chunk.map((body, place) => ({
              Id: String(place),
              MessageBody: body,
              DelaySeconds: delay,
            })),
          }),
        );
        return Failed;
      });
    },
    async receive(url, seconds) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: url,
          MaxNumberOfMessages: batchSize,
          VisibilityTimeout: seconds,
          // Without it SQS asks a few of its servers only, and may find nothing where there is something.
          WaitTimeSeconds: 1,
        }),
      );
      return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({
        body: Body,
        receipt: ReceiptHandle,
      }));
    },
    async remove(url, receipts) {
      return placesOf(receipts, async (chunk) => {
        const Entries = chunk.map((receipt, place) => ({
          Id: String(place),
          ReceiptHandle: receipt,
        }));
        const { Failed = [] } = await client.send(
          new DeleteMessageBatchCommand({ QueueUrl: url, Entries }),
        );
        return Failed;
      });
    },
    async postpone(url, messages) {
      await placesOf(messages, async (chunk) => {
        const Entries = chunk.map(({ receipt, seconds }, place) => ({
          Id: String(place),
          ReceiptHandle: receipt,
          VisibilityTimeout: seconds,
        }));
        await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }));
        return [];
      });
    },
    async size(url) {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl: url,
          AttributeNames: [
            'ApproximateNumberOfMessages',
            'ApproximateNumberOfMessagesDelayed',
            'ApproximateNumberOfMessagesNotVisible',
          ],
        }),
      );
      const count = (name: string) =>
        Number(Object.entries(Attributes).find(([key]) => key === name)?.[1] ?? 0);
      return {
        waiting: count('ApproximateNumberOfMessages') + count('ApproximateNumberOfMessagesDelayed'),
        inFlight: count('ApproximateNumberOfMessagesNotVisible'),
      };
    },
  };
}

/** How many batches are under way at once. */
const atOnce = 5;

/**
 * Sends as many as SQS takes at once, some batches beside each other; answers the places of those that it did not take.
 * Throws what a batch throws, when those beside it are over.
 */
async function placesOf<T>(
  all: readonly T[],
  send: (chunk: readonly T[]) => Promise<readonly { readonly Id?: string | undefined }[]>,
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
