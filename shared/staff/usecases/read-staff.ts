import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findStaff, listStaff, type StoredStaffMember } from '../db/staff.ts';

/** A page of the staff that operators made items of, also of those who were removed. */
export function readStaffPage(
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredStaffMember>> {
  return listStaff(table, { limit, after: cursor });
}

/** Error: 404 for who has no item, whether or not the setting names them. */
export async function readStaffMember(
  personId: string,
  { table }: { readonly table: Table },
): Promise<StoredStaffMember> {
  const { member } = await findStaff(table, personId);
  if (member === null) throw apiErrors.notFound();
  return member;
}
