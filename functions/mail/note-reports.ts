import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type CoreDeps, coreDeps } from '../../shared/kernel/deps/core.ts';
import { readSesReport } from '../../shared/mail/aws/ses-report.ts';
import { noteMailReport } from '../../shared/mail/usecases/mail-addresses.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Records SES's delivery reports from its queue. A failed report is delivered again on its own and
 * does not block others.
 */
async function run(deps: CoreDeps, { Records: records }: SQSEvent): Promise<SQSBatchResponse> {
  const failed: string[] = [];
  for (const { messageId, body } of records) {
    try {
      const report = readSesReport(body);
      if (report === null)
        deps.log.info('an unknown message in the queue of email reports', { messageId });
      else await noteMailReport(report, deps);
    } catch (error) {
      deps.log.error('an email report was not recorded', { messageId }, error);
      failed.push(messageId);
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

export const handler = background(run, coreDeps);
