import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import { ofOwner } from '../../kernel/db/owned.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import {
  listApplications,
  pageOfApplications,
  type StoredApplication,
} from '../db/applications.ts';

/** Which applications are wanted; without anything: all. */
export interface ApplicationChoice extends CreatedDays {
  readonly status?: string | undefined;
  readonly personId?: string | undefined;
}

/** A page of the applications that match, newest first. */
export async function listAllApplications(
  { limit, cursor, personId, status: state, ...days }: ApplicationChoice & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredApplication>> {
  const request = { limit, after: cursor };
  if (personId === undefined) return pageOfApplications(table, { state, ...days }, request);
  return ofOwner(await listApplications(table, personId), { state, ...days }, request);
}
