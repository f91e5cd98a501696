import { findOwnedKey } from '../../access/db/api-keys.ts';
import { partitions } from '../../kernel/db/keys.ts';
import type { Table } from '../../kernel/db/table.ts';

/** The key as its owner knows it; keys without a label by their last characters. */
export async function keyLabelOf(
  keyId: string,
  personId: string,
  { table }: { readonly table: Table },
): Promise<string> {
  const key = await findOwnedKey(table, partitions.person(personId), keyId);
  return key === null ? keyId : `“${key.label ?? `…${key.lastFour}`}”`;
}
