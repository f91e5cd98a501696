import type { UploadDeps } from '../../documents/deps/documents.ts';
import { storeUpload } from '../../documents/usecases/store-upload.ts';
import {
  type AttemptLimit,
  attemptWrite,
  hasRoom,
  windowEndOf,
} from '../../kernel/db/attempt-counters.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { refuseWhenFull, tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { newTaxProofWrite, type StoredTaxProof } from '../db/tax-proofs.ts';

const uploads: AttemptLimit = { kind: 'tax_proof', max: 20, window: 3_600_000 };

export interface TaxProofFile {
  readonly personId: string;
  readonly content: Uint8Array;
  readonly contentType: string;
}

/**
 * Stores a proof that a person uploaded: its bytes first, then its entry. Bytes without an entry, left by a
 * failure in between, are seen by nobody.
 *
 * Errors: 409 `upload.refused`; 429 beyond 20 uploads of one person in a UTC hour. An upload counts with its entry, in one transaction.
 */
export async function storeTaxProof(
  { personId, content, contentType }: TaxProofFile,
  actor: Actor,
  deps: UploadDeps,
): Promise<StoredTaxProof> {
  const now = deps.now();
  const at = now.toISOString();
  refuseWhenFull(await hasRoom(deps.table, uploads, personId, now.getTime()), now);
  const id = deps.newId();
  const file = await storeUpload(
    {
      folder: 'tax-proofs',
      owner: personId,
      content,
      contentType,
      uploader: { kind: 'tax_proof', personId },
    },
    deps,
  );
  const { sha256, size } = file;
  const proof = { id, personId, ...file, createdAt: at };
  const outcome = await transact(deps.table, {
    proof: newTaxProofWrite(proof),
    quota: orElse(attemptWrite(uploads, personId, now.getTime()), () =>
      tooMany(windowEndOf(uploads, now.getTime()), now),
    ),
    ...auditAct(deps, {
      at,
      actor,
      action: 'tax_proof.uploaded',
      subject: { type: 'tax_proof', id },
      details: { contentType, size, sha256 },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return proof;
}
