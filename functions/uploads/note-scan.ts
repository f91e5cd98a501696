import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { readScanResult } from '../../shared/documents/aws/scan-result.ts';
import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { noteScan } from '../../shared/documents/usecases/uploads.ts';
import { root } from '../../shared/kernel/deps/root.ts';
import { inTime } from '../../shared/kernel/runtime/deadline.ts';

/** Keeps what GuardDuty finds in uploaded files, from its queue. A result that fails comes again alone; it holds up no other. */
async function run({ Records: records }: SQSEvent, deps: DocumentDeps): Promise<SQSBatchResponse> {
  const failed: string[] = [];
  for (const { messageId, body } of records) {
    try {
      const scanned = readScanResult(body);
      if (scanned === null) throw new Error('a message that is no result of a scan');
      await noteScan(scanned, deps);
    } catch (error) {
      deps.log.error('the result of a scan was not noted', { messageId }, error);
      failed.push(messageId);
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

const deps = root(documentDeps);

export const handler = (event: SQSEvent, context?: Context) =>
  inTime(context, () => run(event, deps()));
