import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { eicar, resultOf, type StoredObject, scanResultOf } from '../../local/malware-scan.ts';
import { functionHandler } from './function-handler.ts';
import { joined } from './multipart.ts';

type NoteScan = (event: SQSEvent) => Promise<SQSBatchResponse>;

/** The scanner of a world, whose results wait until a test delivers them. */
export function openUploadScans() {
  const setting = { required: false };
  const waiting: object[] = [];
  return {
    setting,
    stored: (object: StoredObject) => {
      const result = scanResultOf(object);
      if (result !== null) waiting.push(result);
    },
    of: (deps: object) => {
      /** Passes messages to the function as its queue does; returns how many failed. */
      const note = async (...messages: readonly unknown[]): Promise<number> => {
        const handler = await functionHandler<NoteScan>('functions/uploads/note-scan.ts', deps);
        const records = messages.map((body, index) => ({
          messageId: `${index}`,
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }));
        // The function reads only these fields of a record.
        const { batchItemFailures } = await handler({ Records: records as SQSRecord[] });
        return batchItemFailures.length;
      };
      return {
        setting,
        /** The waiting results, oldest first. */
        waiting,
        note,
        /** Delivers all waiting results. */
        deliver: () => note(...waiting.splice(0)),
      };
    },
  };
}

/**
 * A PDF that every scanner reports as malware although it is harmless. `note` makes it another
 * file.
 */
export function anInfectedPdf(note = ''): Uint8Array<ArrayBuffer> {
  return joined(['%PDF-1.7\n', eicar, note, '\nstartxref\n9\n%%EOF\n']);
}

/** A PDF that the scanner can't open. */
export function anEncryptedPdf(): Uint8Array<ArrayBuffer> {
  return joined(['%PDF-1.7\n/Encrypt 5 0 R', '\nstartxref\n9\n%%EOF\n']);
}

/** GuardDuty's result for the object with this key. */
export function aResult(key: string, scanResultStatus: string): object {
  const object = { bucket: 'documents', key, etag: '"e"' };
  return resultOf(object, { scanStatus: 'COMPLETED', scanResultStatus, threats: null });
}
