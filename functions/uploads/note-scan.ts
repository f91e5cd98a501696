import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { readScanResult } from '../../shared/documents/aws/scan-result.ts';
import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { noteScan } from '../../shared/documents/usecases/uploads.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Records GuardDuty's scan results of uploaded files from its queue. A failed result is delivered
 * again on its own and does not block others.
 */
async function run(deps: DocumentDeps, { Records: records }: SQSEvent): Promise<SQSBatchResponse> {
  const failed: string[] = [];
  for (const { messageId, body } of records) {
    try {
      const scanned = readScanResult(body);
      if (scanned === null) throw new Error('a message that is no result of a scan');
      await noteScan(scanned, deps);
    } catch (error) {
      deps.log.error('a scan result was not recorded', { messageId }, error);
      failed.push(messageId);
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

export const handler = background(run, documentDeps);
