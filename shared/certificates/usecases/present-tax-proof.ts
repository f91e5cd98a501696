import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { proofExtensions } from '../../documents/proof-file.ts';
import type { StoredTaxProof } from '../tax-proofs.ts';

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
