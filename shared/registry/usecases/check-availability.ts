import type { Table } from '../../kernel/db/table.ts';
import { displayName } from '../../kernel/domain/company-name.ts';
import { lookUpName } from '../db/names.ts';

/** A name as the registry would enter it, and whether an application may have it today. */
export interface CheckedName {
  readonly name: string;
  readonly available: boolean;
  /** Operators keep it back. */
  readonly reserved: boolean;
}

/** Whether the name is free among the entities of the option. One round trip. */
export async function checkAvailability(
  { name, optionId }: { readonly name: string; readonly optionId: string },
  { table }: { readonly table: Table },
): Promise<CheckedName> {
  const { taken, reserved } = await lookUpName(table, optionId, name);
  return { name: displayName(name), available: !taken && !reserved, reserved };
}
