import type { PartnerKeyCaller } from '../../access/auth/caller.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findProofOfAddress, type StoredProofOfAddress } from '../db/proofs-of-address.ts';

/** The upload of the caller's integration. Error: 404 `Proof of address not found`, also for another's. */
export async function readProofOfAddress(
  id: string,
  { integrationId }: PartnerKeyCaller,
  { table }: { readonly table: Table },
): Promise<StoredProofOfAddress> {
  const proof = await findProofOfAddress(table, id);
  if (proof?.integrationId !== integrationId) throw apiErrors.proofOfAddressNotFound();
  return proof;
}
