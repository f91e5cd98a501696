import type { DocumentDeps } from '../../documents/deps/documents.ts';
import type { FilingDeps } from '../../documents/deps/filing.ts';
import { proofExtensions } from '../../documents/domain/proof-file.ts';
import { type UploadLink, uploadLink } from '../../documents/usecases/open-upload.ts';
import { findTaxProof, type StoredTaxProof } from '../db/tax-proofs.ts';
import { taxProofIdOf } from './check-tax-proof.ts';

/** Life of the URL, in seconds. */
const urlLife = 3600;

/** A link of one hour to an uploaded proof, if it may be opened. */
export function presentTaxProof(
  proof: StoredTaxProof,
  deps: Pick<DocumentDeps, 'table' | 'documents'>,
): Promise<UploadLink> {
  const fileName = `tax-proof${proofExtensions[proof.contentType] ?? ''}`;
  return uploadLink(proof, fileName, urlLife, deps);
}

/** The same for a proof that a request names by the URL of its upload; null where it names none. */
export async function openableTaxProof(
  uploadUrl: string | null,
  deps: FilingDeps,
): Promise<UploadLink | null> {
  const id = uploadUrl === null ? null : taxProofIdOf(deps, uploadUrl);
  const proof = id === null ? null : await findTaxProof(deps.table, id);
  return proof && presentTaxProof(proof, deps);
}

/** The person's own proof; null for every other. */
export async function findOwnTaxProof(
  id: string,
  personId: string,
  { table }: Pick<DocumentDeps, 'table'>,
): Promise<StoredTaxProof | null> {
  const proof = await findTaxProof(table, id);
  return proof?.personId === personId ? proof : null;
}
