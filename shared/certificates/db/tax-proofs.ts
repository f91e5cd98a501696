import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/** A file uploaded as proof of paid taxes. The file itself is stored in the bucket. */
export const StoredTaxProof = z.object({
  id: z.string(),
  personId: z.string(),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  objectKey: z.string(),
  createdAt: z.string(),
  /** The number of requests that refer to it; absent if none. */
  referenceCount: z.optional(z.int()),
});
export type StoredTaxProof = z.output<typeof StoredTaxProof>;

/** A tax proof by its id; null if there is none. */
export async function findTaxProof(table: Table, id: string): Promise<StoredTaxProof | null> {
  return parseFound(StoredTaxProof, await getItem(table, keys.taxProof(id)));
}

/** Stores a tax proof; refused if its id exists. */
export function newTaxProofWrite(proof: StoredTaxProof): Write {
  return create({ ...keys.taxProof(proof.id), ...proof });
}

/**
 * The write that counts a request's reference to a proof. Refused if the proof is gone; a concurrent erasure of the
 * proof is refused in turn.
 */
export function nameTaxProofWrite(id: string): Write {
  return {
    update: {
      Key: keys.taxProof(id),
      UpdateExpression: 'ADD referenceCount :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}

/** The write that removes a proof. Refused if a request has referred to it since it was read. */
export function removeTaxProofWrite({ id, referenceCount }: StoredTaxProof): Write {
  const Key = keys.taxProof(id);
  return referenceCount === undefined
    ? { remove: { Key, ConditionExpression: 'attribute_not_exists(referenceCount)' } }
    : {
        remove: {
          Key,
          ConditionExpression: 'referenceCount = :read',
          ExpressionAttributeValues: { ':read': referenceCount },
        },
      };
}
