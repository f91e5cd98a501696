import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type CoreDeps, coreDeps } from '../../shared/kernel/deps/core.ts';
import { root } from '../../shared/kernel/deps/root.ts';
import { inTime } from '../../shared/kernel/runtime/deadline.ts';
import { readSesReport } from '../../shared/mail/aws/ses-report.ts';
import { noteMailReport } from '../../shared/mail/usecases/mail-addresses.ts';

/** Keeps what SES reports of emails, from its queue. A report that fails comes again alone; it holds up no other. */
async function run({ Records: records }: SQSEvent, deps: CoreDeps): Promise<SQSBatchResponse> {
  const failed: string[] = [];
  for (const { messageId, body } of records) {
    try {
      const report = readSesReport(body);
      if (report === null) deps.log.info('a message about mail that is no report', { messageId });
      else await noteMailReport(report, deps);
    } catch (error) {
      deps.log.error('a report about an email was not noted', { messageId }, error);
      failed.push(messageId);
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

const deps = root(coreDeps);

export const handler = (event: SQSEvent, context?: Context) =>
  inTime(context, () => run(event, deps()));
