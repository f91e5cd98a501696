import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs';
import { timeLimits } from '../kernel/time-limits.ts';

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
  /** Puts messages in; answers the places of those that SQS did not take. */
  send(url: string, bodies: readonly string[]): Promise<readonly number[]>;
  /** Up to ten messages, for so many seconds. */
  receive(url: string, seconds: number): Promise<readonly Received[]>;
  remove(url: string, receipts: readonly string[]): Promise<void>;
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
    async send(url, bodies) {
      const failed: number[] = [];
      for (const [start, chunk] of chunks(bodies)) {
        const { Failed = [] } = await client.send(
          new SendMessageBatchCommand({
            QueueUrl: url,
            Entries: chunk.map((body, place) => ({ Id: String(place), MessageBody: body })),
          }),
        );
        failed.push(...Failed.map(({ Id }) => start + Number(Id)));
      }
      return failed;
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
      for (const [, chunk] of chunks(receipts)) {
        const Entries = chunk.map((receipt, place) => ({
          Id: String(place),
          ReceiptHandle: receipt,
        }));
        await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
      }
    },
    async postpone(url, messages) {
      for (const [, chunk] of chunks(messages)) {
        const Entries = chunk.map(({ receipt, seconds }, place) => ({
          Id: String(place),
          ReceiptHandle: receipt,
          VisibilityTimeout: seconds,
        }));
        await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }));
      }
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

/** As many as SQS takes at once, with the place of the first. */
function* chunks<T>(all: readonly T[]): Generator<readonly [number, readonly T[]]> {
  for (let start = 0; start < all.length; start += batchSize) {
    yield [start, all.slice(start, start + batchSize)];
  }
}
