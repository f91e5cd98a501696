import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/** A file that shows where an applicant lives, sent by the partner; its bytes are in the bucket. */
export const StoredProofOfAddress = z.object({
  id: z.string(),
  /** The one application that it may be attached to. */
  applicationId: z.string(),
  integrationId: z.string(),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  objectKey: z.string(),
  createdAt: z.string(),
});
export type StoredProofOfAddress = z.output<typeof StoredProofOfAddress>;

/** The upload with this id, of any application and integration; null when there is none. */
export async function findProofOfAddress(
  table: Table,
  id: string,
): Promise<StoredProofOfAddress | null> {
  return parseFound(StoredProofOfAddress, await getItem(table, keys.proofOfAddress(id)));
}

/** Keeps a proof of address; refused where its id exists. */
export function newProofOfAddressWrite(proof: StoredProofOfAddress): Write {
  return create({ ...keys.proofOfAddress(proof.id), ...proof });
}
