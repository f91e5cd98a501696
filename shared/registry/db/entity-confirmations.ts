import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/** A representative's confirmation of an entity's register entry. */
export const StoredEntityConfirmation = z.object({
  entityId: z.string(),
  year: z.int(),
  dueOn: z.string(),
  confirmedAt: z.string(),
  /** The person. */
  confirmedBy: z.string(),
  /** The entity's version shown to them. */
  entityVersion: z.int(),
});
export type StoredEntityConfirmation = z.output<typeof StoredEntityConfirmation>;

/** All confirmations of an entity, oldest first. */
export async function listConfirmations(
  table: Table,
  entityId: string,
): Promise<readonly StoredEntityConfirmation[]> {
  const prefix = keys.entityConfirmation(entityId, '').sk;
  const items = await readAll(table, { value: partitions.entity(entityId), prefix });
  return items.map((item) => parseStored(StoredEntityConfirmation, item));
}

/** The write of a confirmation; refused if the year already has one. */
export function confirmationWrite(confirmation: StoredEntityConfirmation): Write {
  const { entityId, year } = confirmation;
  return create({ ...keys.entityConfirmation(entityId, String(year)), ...confirmation });
}
