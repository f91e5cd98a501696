import { orElse, transact } from '../../kernel/db/transact.ts';
import { readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { ScannedObject } from '../aws/scan-result.ts';
import { findUploadScan, uploadScanWrite } from '../db/upload-scans.ts';
import type { DocumentDeps } from '../deps/documents.ts';
import { refusedKey, scanAfter } from '../domain/upload-scan.ts';

/**
 * Notes what a scanner says of a file. Whoever uploaded it is mailed where nobody can open it; one with malware is kept apart, where nobody of
 * the service reads. Verdicts may come twice, late and in any order. Of a file that nobody uploaded through the service nothing is noted.
 */
export async function noteScan(scanned: ScannedObject, deps: DocumentDeps): Promise<void> {
  const { objectKey } = scanned;
  const known = await untilWritten(() => note(scanned, deps));
  if (!known) {
    deps.log.info('a verdict on a file that nobody uploaded', { reason: scanned.reason });
    return;
  }
  // Also for a repeat: whoever noted it may have died before.
  if (scanned.verdict === 'refused') await keepApart(objectKey, deps);
}

async function note({ objectKey, verdict, reason }: ScannedObject, deps: DocumentDeps) {
  const scan = await findUploadScan(deps.table, objectKey);
  if (scan === null) return false;
  const status = scanAfter(scan.status, verdict);
  if (status === null) return true;
  const at = deps.now().toISOString();
  const { id } = scan;
  const outcome = await transact(deps.table, {
    scan: orElse(uploadScanWrite({ ...scan, status, decidedAt: at }, scan), readAgain),
    ...(status !== 'clean' && {
      told: eventWrite(deps.newId(), at, {
        type: 'mail.wanted',
        mail: { template: 'upload_not_accepted', objectKey, scanId: id, status },
      }),
      ...auditAct(deps, {
        at,
        actor: system,
        action: `upload.${status}`,
        subject: { type: 'upload', id },
        details: { kind: scan.uploader.kind, reason },
      }),
    }),
  });
  if (outcome.kind === 'refused') return outcome.refusal ?? readAgain();
  return true;
}

/** Moves the bytes. In between they are in both places, and opened in neither. */
async function keepApart(objectKey: string, { documents }: DocumentDeps): Promise<void> {
  if ((await documents.size(objectKey)) === null) return;
  const content = await documents.read(objectKey);
  // A type that no browser shows.
  const contentType = 'application/octet-stream';
  await documents.put({ key: refusedKey(objectKey), content, contentType });
  await documents.remove(objectKey);
}
