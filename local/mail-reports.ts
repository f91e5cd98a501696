import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { localAws } from './engines/engine.ts';
import { openJournal } from './engines/journal.ts';
import { lambdaContext } from './engines/lambda-context.ts';

/** The consumer: a Lambda handler of a queue's messages with ReportBatchItemFailures. */
export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** The queue between SES's reports and the function that keeps them. */
export interface MailReports {
  /** On disk, where there is one, when it returns. */
  readonly take: (report: object) => void;
  /** Resolves when everything that was taken before is noted or given up. */
  readonly drained: () => Promise<void>;
  /** Waits for the call under way; the rest is left for the next start. */
  readonly stop: () => Promise<void>;
}

const Waiting = z.object({ id: z.string(), body: z.string() });

const functionName = 'mail-note-reports';
const maximumAttempts = 5;

/**
 * Hands reports to the function that AWS calls, one after the other. What fails five times is left until the next start
 * (in AWS: it goes to the dead-letter queue), and said on the console.
 */
export function startMailReports(options: {
  readonly dataDirectory?: string | undefined;
  readonly handler?: QueueHandler;
  readonly retryDelayMilliseconds?: (attempt: number) => number;
}): MailReports {
  const { dataDirectory, handler = noteReports } = options;
  const backoff = options.retryDelayMilliseconds ?? ((attempt: number) => 100 * 2 ** attempt);
  const journal = openJournal(dataDirectory, 'mail-reports.jsonl', Waiting);
  const waiting = new Map(journal.entries.map((each) => [each.id, each]));
  const stopping = new AbortController();
  let last: Promise<void> = Promise.resolve();

  async function deliver(one: z.output<typeof Waiting>): Promise<void> {
    for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
      if (stopping.signal.aborted) return;
      if (await isNoted(one)) {
        waiting.delete(one.id);
        journal.replace([...waiting.values()]);
        return;
      }
      await delay(backoff(attempt), undefined, { signal: stopping.signal }).catch(() => {});
    }
    const message = `a report about a mail could not be noted in ${maximumAttempts} attempts. The next start tries it again.`;
    process.stderr.write(`mail: ${message}\n`);
  }

  async function isNoted({ id, body }: z.output<typeof Waiting>): Promise<boolean> {
    const event = { Records: [messageOf(id, body)] };
    const answer = await handler(event, lambdaContext(functionName)).catch(() => null);
    return answer !== null && answer.batchItemFailures.length === 0;
  }

  const enqueue = (one: z.output<typeof Waiting>) => {
    last = last.then(() => deliver(one));
  };
  for (const one of waiting.values()) enqueue(one);
  return {
    take: (report) => {
      const one = { id: randomUUID(), body: JSON.stringify(report) };
      journal.append(one);
      waiting.set(one.id, one);
      enqueue(one);
    },
    drained: () => last,
    stop: () => {
      stopping.abort();
      return last;
    },
  };
}

/** A message as Lambda hands it over. */
function messageOf(messageId: string, body: string): SQSRecord {
  return {
    messageId,
    receiptHandle: messageId,
    body,
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:${localAws.region}:${localAws.account}:mail-reports`,
    awsRegion: localAws.region,
  };
}

const noteReports: QueueHandler = async (event, context) => {
  const { handler } = await import('../functions/mail/note-reports.ts');
  return handler(event, context);
};
