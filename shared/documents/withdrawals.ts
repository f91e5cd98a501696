import * as z from 'zod/mini';
import { keys } from '../kernel/db/keys.ts';
import { parseFound } from '../kernel/db/stored.ts';
import { getItem, type Table } from '../kernel/db/table.ts';
import { create, orElse, type Write } from '../kernel/db/transact.ts';

/** Another document of the entity, as whoever has a withdrawn one is told of it. */
const StoredReplacement = z.object({
  documentId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  sha256: z.string(),
});

/** That a document was withdrawn: a claim, for ever. */
export const StoredWithdrawal = z.object({
  entityId: z.string(),
  documentId: z.string(),
  withdrawnAt: z.string(),
  /** For operators; absent where a restore has brought the withdrawal back. */
  reason: z.optional(z.string()),
  replacedBy: z.nullable(StoredReplacement),
});
export type StoredWithdrawal = z.output<typeof StoredWithdrawal>;

/** What became of the entity's document with these bytes; null: it stands. */
export async function findWithdrawal(
  table: Table,
  entityId: string,
  sha256: string,
): Promise<StoredWithdrawal | null> {
  return parseFound(StoredWithdrawal, await getItem(table, keys.withdrawal(entityId, sha256)));
}

/** The write that withdraws the document with these bytes; refused as `withdrawn` where it is. */
export function withdrawalWrite(sha256: string, withdrawal: StoredWithdrawal): Write<'withdrawn'> {
  const key = keys.withdrawal(withdrawal.entityId, sha256);
  return orElse(create({ ...key, ...withdrawal }), () => 'withdrawn');
}

/** Lets a transaction through only while the document with these bytes stands. */
export function standsCheck(entityId: string, sha256: string): Write<'unfit_replacement'> {
  const check = {
    Key: keys.withdrawal(entityId, sha256),
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  return orElse({ check }, () => 'unfit_replacement');
}
