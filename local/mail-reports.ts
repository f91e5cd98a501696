import type { SQSEvent } from 'aws-lambda';
import type { QueueSettings, SqsEngine, SqsHandler } from './engines/sqs.ts';

/** The queue between SES's reports and the function that stores them, and its dead letters. */
export const mailReports = 'mail-reports';
const deadLetters = 'mail-reports-dead';

/** Both as in a deployment (`lib/mail-reports.ts`). */
export const mailReportQueues: Readonly<Record<string, QueueSettings>> = {
  [mailReports]: { visibilityTimeout: 180, redrive: { deadLetters, maxReceptions: 5 } },
  [deadLetters]: { visibilityTimeout: 30 },
};

/**
 * Connects a queue to the function that stores SES's reports, as in AWS. `take` puts a report into
 * the queue, which is on disk if there is a data directory, before it returns. Reports that earlier
 * starts could not store are tried again.
 */
export function connectMailReports(
  sqs: Pick<SqsEngine, 'connect' | 'put' | 'redrive'>,
  { handler = noteReports }: { readonly handler?: SqsHandler } = {},
): { readonly take: (report: object) => void } {
  sqs.redrive(mailReports);
  sqs.connect(mailReports, { functionName: 'mail-note-reports', handler });
  return { take: (report) => sqs.put(mailReports, [JSON.stringify(report)]) };
}

const noteReports: SqsHandler = async (event: SQSEvent, context) => {
  const { handler } = await import('../functions/mail/note-reports.ts');
  return handler(event, context);
};
