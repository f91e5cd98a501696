import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { openJournal } from './engines/journal.ts';
import type { QueueSettings, SqsEngine, SqsHandler } from './engines/sqs.ts';

/** The queue between SES's reports and the function that keeps them, and its dead letters. */
export const mailReports = 'mail-reports';
const deadLetters = 'mail-reports-dead';

/** Both as a deployment has them (`lib/mail-reports.ts`). */
export const mailReportQueues: Readonly<Record<string, QueueSettings>> = {
  [mailReports]: { visibilityTimeout: 180, redrive: { deadLetters, maxReceptions: 5 } },
  [deadLetters]: { visibilityTimeout: 30 },
};

/** As earlier versions kept what waits, in a file of its own. */
const Former = z.object({ id: z.string(), body: z.string() });
const formerName = 'mail-reports.jsonl';

/**
 * Has the reports of SES kept by the function that AWS calls; `take` puts one into its queue, on disk, where there is
 * one, when it returns. What earlier starts could not have kept is tried again, and what earlier versions have left.
 */
export function connectMailReports(
  sqs: Pick<SqsEngine, 'connect' | 'put' | 'redrive'>,
  {
    dataDirectory,
    handler = noteReports,
  }: { readonly dataDirectory?: string | undefined; readonly handler?: SqsHandler } = {},
): { readonly take: (report: object) => void } {
  takeFormer(sqs, dataDirectory);
  sqs.redrive(mailReports);
  sqs.connect(mailReports, { functionName: 'mail-note-reports', handler });
  return { take: (report) => sqs.put(mailReports, [JSON.stringify(report)]) };
}

/** The file goes when its reports are in the queue: who dies before has some twice, which changes nothing. */
function takeFormer({ put }: Pick<SqsEngine, 'put'>, directory: string | undefined): void {
  if (directory === undefined || !existsSync(join(directory, formerName))) return;
  const { entries } = openJournal(directory, formerName, Former);
  put(
    mailReports,
    entries.map(({ body }) => body),
  );
  rmSync(join(directory, formerName));
}

const noteReports: SqsHandler = async (event: SQSEvent, context) => {
  const { handler } = await import('../functions/mail/note-reports.ts');
  return handler(event, context);
};
