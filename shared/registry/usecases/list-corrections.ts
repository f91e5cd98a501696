import type { Table } from '../../kernel/db/table.ts';
import { listCorrections, type StoredCorrection } from '../db/corrections.ts';

/** What was corrected of an entity, newest first. */
export function listCorrectionsOf(
  entityId: string,
  { table }: { readonly table: Table },
): Promise<readonly StoredCorrection[]> {
  return listCorrections(table, entityId);
}
