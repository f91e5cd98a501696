import { keys } from '../../kernel/db/keys.ts';
import { getItem } from '../../kernel/db/table.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findTaxProof } from '../db/tax-proofs.ts';

/** URL of an uploaded proof, which is sent with the request to contest overdue taxes. */
export function taxProofUrl({ baseUrl }: Pick<ServiceDeps, 'baseUrl'>, id: string): string {
  return `${baseUrl}/uploads/tax-proofs/${id}`;
}

/** The id in the URL of an uploaded proof; null for every other URL. */
export function taxProofIdOf(deps: Pick<ServiceDeps, 'baseUrl'>, url: string): string | null {
  const id = /\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(url)?.[1];
  return id !== undefined && taxProofUrl(deps, id) === url ? id : null;
}

/**
 * The id of a proof that was uploaded to the portal by somebody who represents the entity today.
 *
 * Error: 400 `Invalid request body`, the same for every URL but such a proof's.
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
