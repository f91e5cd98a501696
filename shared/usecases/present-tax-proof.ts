import type { StoredTaxProof } from '../db/tax-proofs.ts';
import type { DocumentDeps } from '../deps/documents.ts';
import { proofExtensions } from '../domain/proof-file.ts';

/** Life of the URL, in seconds. */
const urlLife = 3600;

/** A URL of one hour for an uploaded proof. */
export function presentTaxProof(
  { objectKey, contentType }: StoredTaxProof,
  { documents }: Pick<DocumentDeps, 'documents'>,
): Promise<string> {
  const fileName = `tax-proof${proofExtensions[contentType] ?? ''}`;
  return documents.url({ key: objectKey, contentType, fileName }, urlLife);
}
