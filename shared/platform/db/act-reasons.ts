import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';

/** Why somebody did something, in their own words: beside the trail, so that it can be erased. */
export const StoredActReason = z.object({ id: z.string(), at: z.string(), text: z.string() });

export function actReasonWrite(id: string, text: string, at: string): Write {
  return create({ ...keys.actReason(id), id, at, text });
}

/** The reasons of entries, in their order; null for one that has none, or whose reason was erased. */
export async function readActReasons(
  table: Table,
  entries: readonly Pick<AuditEntry, 'details'>[],
): Promise<readonly (string | null)[]> {
  const ids = entries.map(({ details }) => details['reasonId']);
  const wanted = ids.filter((id) => typeof id === 'string');
  const found = await getItems(
    table,
    wanted.map((id) => keys.actReason(id)),
  );
  const texts = new Map(
    found.map((item, index) => [wanted[index], parseFound(StoredActReason, item)?.text]),
  );
  return ids.map((id) => (typeof id === 'string' && texts.get(id)) || null);
}
