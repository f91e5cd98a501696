import type { DocumentDeps, FilingDeps, UploadDeps } from '../../documents/deps/documents.ts';
import { proofExtensions } from '../../documents/domain/proof-file.ts';
import { storeUpload, type UploadLink, uploadLink } from '../../documents/usecases/uploads.ts';
import {
  type AttemptLimit,
  attemptWrite,
  hasRoom,
  windowEndOf,
} from '../../kernel/db/attempt-counters.ts';
import { keys } from '../../kernel/db/keys.ts';
import { getItem } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { refuseWhenFull, tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findTaxProof, newTaxProofWrite, type StoredTaxProof } from '../db/tax-proofs.ts';

const uploads: AttemptLimit = { kind: 'tax_proof', max: 20, window: 3_600_000 };

interface TaxProofFile {
  readonly personId: string;
  readonly content: Uint8Array;
  readonly contentType: string;
}

/**
 * Stores an uploaded tax proof: first the bytes, then the entry. Bytes without an entry, left by a failure, are never
 * served.
 *
 * Errors: 409 `upload.refused`; 429 beyond 20 uploads per person and UTC hour. The upload is counted in the transaction
 * of its entry.
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

/** URL of an uploaded proof, to send with the request that contests overdue taxes. */
export function taxProofUrl({ baseUrl }: Pick<ServiceDeps, 'baseUrl'>, id: string): string {
  return `${baseUrl}/uploads/tax-proofs/${id}`;
}

/** The id in the URL of an uploaded proof; null for any other URL. */
export function taxProofIdOf(deps: Pick<ServiceDeps, 'baseUrl'>, url: string): string | null {
  const id = /\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(url)?.[1];
  return id !== undefined && taxProofUrl(deps, id) === url ? id : null;
}

/**
 * The id of a proof that a current representative of the entity uploaded to the portal.
 *
 * Error: 400 `Invalid request body` for any other URL.
 */
export async function checkTaxProof(
  url: string,
  entityId: string,
  deps: ServiceDeps,
): Promise<string> {
  const id = taxProofIdOf(deps, url);
  const proof = id === null ? null : await findTaxProof(deps.table, id);
  const key = proof && keys.representative(entityId, proof.personId);
  if (id === null || key === null || (await getItem(deps.table, key)) === undefined) {
    throw apiErrors.invalidField(
      ['contest', 'proofUrl'],
      'Must be the URL of a file that a representative uploaded to the portal',
    );
  }
  return id;
}

/** How long the URL is valid, in seconds. */
const urlLife = 3600;

/** A link to an uploaded proof, valid for one hour, if it may be opened. */
export function presentTaxProof(
  proof: StoredTaxProof,
  deps: Pick<DocumentDeps, 'table' | 'documents'>,
): Promise<UploadLink> {
  const fileName = `tax-proof${proofExtensions[proof.contentType] ?? ''}`;
  return uploadLink(proof, fileName, urlLife, deps);
}

/** The same for a proof given by the URL of its upload; null if no URL was given. */
export async function openableTaxProof(
  uploadUrl: string | null,
  deps: FilingDeps,
): Promise<UploadLink | null> {
  const id = uploadUrl === null ? null : taxProofIdOf(deps, uploadUrl);
  const proof = id === null ? null : await findTaxProof(deps.table, id);
  return proof && presentTaxProof(proof, deps);
}

/** The person's own proof; null for anyone else's. */
export async function findOwnTaxProof(
  id: string,
  personId: string,
  { table }: Pick<DocumentDeps, 'table'>,
): Promise<StoredTaxProof | null> {
  const proof = await findTaxProof(table, id);
  return proof?.personId === personId ? proof : null;
}
