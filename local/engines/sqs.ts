import { createHash, randomUUID } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { AwsError, type Operation, startAwsJsonServer } from './aws-json.ts';
import { type Engine, localAws } from './engine.ts';
import { connectQueue, type QueueConnection } from './queue-connection.ts';
import { type Message, openQueueStore } from './queue-store.ts';

/** A queue as a deployment configures it. */
export interface QueueSettings {
  /** Seconds for which no one else can receive a received message. */
  readonly visibilityTimeout: number;
  /** The destination of a message after this many receptions. */
  readonly redrive?: { readonly deadLetters: string; readonly maxReceptions: number };
}

/** What consumes a queue: a Lambda handler with ReportBatchItemFailures. */
export type SqsHandler = (
  event: SQSEvent,
  context: Context,
  // biome-ignore lint/suspicious/noConfusingVoidType: a Lambda handler may answer nothing at all.
) => Promise<SQSBatchResponse | void>;

/** The local SQS. */
export interface SqsEngine extends Engine {
  readonly urlOf: (queue: string) => string;
  /** Bodies of the messages that are in a queue, received or not, oldest first. */
  readonly bodies: (queue: string) => readonly string[];
  /** Adds messages, as another AWS service does; on disk, if there is one, when it returns. */
  readonly put: (queue: string, bodies: readonly string[]) => void;
  /** Moves all dead letters of a queue back to it, as StartMessageMoveTask does. */
  readonly redrive: (queue: string) => void;
  /** Connects a function to a queue, like an event source mapping. */
  readonly connect: (
    queue: string,
    consumer: {
      readonly handler: SqsHandler;
      readonly functionName: string;
      /** Messages of one invocation, 10 unless set. */
      readonly batchSize?: number;
      /** Parallel invocations, 1 unless set. */
      readonly concurrency?: number;
    },
  ) => void;
  /** Resolves when no consumed queue has messages left. */
  readonly idle: () => Promise<void>;
}

const QueueUrl = z.object({ QueueUrl: z.string() });
const Entry = z.object({ Id: z.string() });
const SendBatch = QueueUrl.extend({
  Entries: z.array(
    Entry.extend({
      MessageBody: z.string().check(z.minLength(1)),
      DelaySeconds: z.optional(z.int().check(z.gte(0), z.lte(900))),
    }),
  ),
});
const Receive = QueueUrl.extend({
  MaxNumberOfMessages: z.int().check(z.gte(1), z.lte(10)).default(1),
  VisibilityTimeout: z.optional(z.number()),
});
const DeleteBatch = QueueUrl.extend({
  Entries: z.array(Entry.extend({ ReceiptHandle: z.string() })),
});
const PostponeBatch = QueueUrl.extend({
  Entries: z.array(
    Entry.extend({
      ReceiptHandle: z.string(),
      VisibilityTimeout: z.int().check(z.gte(0), z.lte(43_200)),
    }),
  ),
});

/** The limit for all bodies of one call, in bytes. */
const batchLimit = 1_048_576;

/**
 * SQS over the JSON protocol, standard queues: SendMessageBatch, ReceiveMessage, DeleteMessageBatch,
 * ChangeMessageVisibilityBatch, GetQueueAttributes; redrive policies, and event source mappings. With a data directory
 * a message is on disk before its sending is answered, and until it is deleted. `timeScale` under 1 shortens how long
 * messages stay invisible. `onDeadLetter` is notified of each message that was received too often.
 */
export async function startSqs({
  queues,
  dataDirectory,
  port,
  timeScale = 1,
  delayScale = timeScale,
  now = () => Date.now(),
  undeletable = [],
  onDeadLetter = () => {},
  onError = () => {},
}: {
  readonly queues: Readonly<Record<string, QueueSettings>>;
  readonly dataDirectory?: string | undefined;
  readonly port?: number;
  readonly timeScale?: number;
  /** The same for delayed messages. */
  readonly delayScale?: number;
  readonly now?: () => number;
  /** Bodies of messages that SQS fails to delete, as it may; for tests. */
  readonly undeletable?: readonly string[];
  readonly onDeadLetter?: (queue: string, body: string) => void;
  readonly onError?: (error: unknown) => void;
}): Promise<SqsEngine> {
  const store = openQueueStore(dataDirectory);
  const connections = new Map<string, QueueConnection>();
  const wake = (queue: string) => connections.get(queue)?.wake();

  const named = (url: string): string => {
    const name = url.split('/').at(-1) ?? '';
    if (!Object.hasOwn(queues, name)) {
      throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
    }
    return name;
  };
  const isVisible = ({ visibleAt }: Message) => visibleAt <= now();
  const hide = (message: Message, seconds: number) => {
    message.visibleAt = now() + seconds * 1000 * timeScale;
  };

  /** Receives at most this many messages; those received too often go to the dead letters instead. */
  const receive = (queue: string, most: number, seconds?: number): readonly Message[] => {
    const { visibilityTimeout, redrive } = queues[queue] ?? { visibilityTimeout: 30 };
    const received: Message[] = [];
    for (const message of store.in(queue).filter(isVisible)) {
      if (received.length === most) break;
      if (redrive && message.receptions >= redrive.maxReceptions) {
        store.move(message, redrive.deadLetters);
        onDeadLetter(queue, message.body);
        continue;
      }
      message.receptions += 1;
      message.receipt = randomUUID();
      // A caller with its own visibility timeout is not a consumer, and is in no hurry.
      hide(message, seconds === undefined ? visibilityTimeout : seconds / timeScale);
      received.push(message);
    }
    return received;
  };

  const operations: Record<string, Operation> = {
    SendMessageBatch: (input) => {
      const { QueueUrl: url, Entries } = SendBatch.parse(input);
      const queue = named(url);
      const size = Entries.reduce(
        (sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody),
        0,
      );
      if (size > batchLimit) throw new AwsError('BatchRequestTooLong', 'The batch is too long.');
      if (Entries.length > 10) throw new AwsError('TooManyEntriesInBatchRequest', 'Too many.');
      const added = store.add(
        queue,
        Entries.map(({ MessageBody: body, DelaySeconds: delay = 0 }) => ({
          body,
          ...(delay > 0 && { notBefore: now() + delay * 1000 * delayScale }),
        })),
        now(),
      );
      wake(queue);
      const Successful = Entries.map(({ Id, MessageBody }, index) => ({
        Id,
        MessageId: added[index]?.id,
        MD5OfMessageBody: md5(MessageBody),
      }));
      return { Successful, Failed: [] };
    },
    ReceiveMessage: (input) => {
      const { QueueUrl: url, MaxNumberOfMessages, VisibilityTimeout } = Receive.parse(input);
      const Messages = receive(named(url), MaxNumberOfMessages, VisibilityTimeout);
      return {
        Messages: Messages.map(({ id, body, receipt }) => ({
          MessageId: id,
          ReceiptHandle: receipt,
          Body: body,
          MD5OfBody: md5(body),
        })),
      };
    },
    DeleteMessageBatch: (input) => {
      const { QueueUrl: url, Entries } = DeleteBatch.parse(input);
      named(url);
      const found = Entries.map(({ Id, ReceiptHandle }) => ({
        Id,
        message: store.find(ReceiptHandle),
      }));
      const stays = ({ message }: (typeof found)[number]) =>
        message !== undefined && undeletable.includes(message.body);
      const gone = found.filter((each) => !stays(each));
      // A missing message is already deleted.
      store.remove(gone.flatMap(({ message }) => message ?? []));
      return {
        Successful: gone.map(({ Id }) => ({ Id })),
        Failed: found
          .filter(stays)
          .map(({ Id }) => ({ Id, SenderFault: false, Code: 'InternalError' })),
      };
    },
    ChangeMessageVisibilityBatch: (input) => {
      const { QueueUrl: url, Entries } = PostponeBatch.parse(input);
      const queue = named(url);
      const Failed: object[] = [];
      const Successful: object[] = [];
      for (const { Id, ReceiptHandle, VisibilityTimeout } of Entries) {
        const message = store.find(ReceiptHandle);
        if (message === undefined || isVisible(message)) {
          Failed.push({ Id, SenderFault: true, Code: 'MessageNotInflight' });
          continue;
        }
        hide(message, VisibilityTimeout);
        Successful.push({ Id });
      }
      wake(queue);
      return { Successful, Failed };
    },
    GetQueueAttributes: (input) => {
      const all = store.in(named(QueueUrl.parse(input).QueueUrl));
      const hidden = all.filter((message) => !isVisible(message));
      const delayed = hidden.filter(({ receptions }) => receptions === 0).length;
      return {
        Attributes: {
          ApproximateNumberOfMessages: String(all.length - hidden.length),
          ApproximateNumberOfMessagesDelayed: String(delayed),
          ApproximateNumberOfMessagesNotVisible: String(hidden.length - delayed),
        },
      };
    },
  };

  const engine = await startAwsJsonServer({
    targetPrefix: 'AmazonSQS',
    version: '1.0',
    operations,
    port,
  });
  return {
    ...engine,
    urlOf: (queue) => `${engine.endpoint}/${localAws.account}/${queue}`,
    bodies: (queue) => store.in(queue).map(({ body }) => body),
    put: (queue, bodies) => {
      store.add(
        queue,
        bodies.map((body) => ({ body })),
        now(),
      );
      wake(queue);
    },
    redrive: (queue) => {
      const from = queues[queue]?.redrive?.deadLetters;
      if (from !== undefined) for (const message of store.in(from)) store.move(message, queue);
      wake(queue);
    },
    connect: (queue, { handler, functionName, batchSize = 10, concurrency = 1 }) => {
      connections.set(
        queue,
        connectQueue({
          queueArn: `arn:aws:sqs:${localAws.region}:${localAws.account}:${queue}`,
          functionName,
          handler,
          batchSize,
          concurrency,
          messages: () => store.in(queue),
          receive: (most) => receive(queue, most),
          remove: store.remove,
          now,
          onError,
        }),
      );
    },
    idle: async () => {
      const busy = () => [...connections.values()].filter((connection) => !connection.isIdle());
      while (busy().length > 0) await Promise.all(busy().map((connection) => connection.idle()));
    },
    stop: async () => {
      await Promise.all([...connections.values()].map((connection) => connection.stop()));
      await engine.stop();
    },
  };
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
