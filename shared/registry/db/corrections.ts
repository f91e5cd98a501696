import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { correctionReasons } from '../../kernel/domain/annulment.ts';
import { StoredActor } from '../../platform/db/audit-items.ts';

/** That something said of an entity was wrong: what it was, and what it has been since. Never changed, never removed. What the operator has typed lies with the entry of the trail. */
export const StoredCorrection = z.object({
  id: z.string(),
  entityId: z.string(),
  at: z.string(),
  actor: StoredActor,
  reasonCode: z.enum(correctionReasons),
  /** Values as texts; null: none. */
  changes: z.array(
    z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
  ),
});
export type StoredCorrection = z.output<typeof StoredCorrection>;

/** The write that enters a correction. */
export function correctionWrite(correction: StoredCorrection): Write {
  const { entityId, at, id } = correction;
  return create({ ...keys.entityCorrection(entityId, at, id), ...correction });
}

/** All corrections of an entity, newest first. */
export async function listCorrections(
  table: Table,
  entityId: string,
): Promise<readonly StoredCorrection[]> {
  const items = await readAll(table, { value: partitions.entity(entityId), prefix: 'CORRECTION#' });
  return items.map((item) => parseStored(StoredCorrection, item)).toReversed();
}
