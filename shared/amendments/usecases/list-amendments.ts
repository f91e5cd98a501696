import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import { ofOwner } from '../../kernel/db/owned.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { listAmendments, pageOfAmendments, type StoredAmendment } from '../db/amendments.ts';

/** Which filings are wanted; without anything: all. */
export interface AmendmentChoice extends CreatedDays {
  readonly status?: string | undefined;
  readonly legalEntityId?: string | undefined;
}

/** A page of the filings that match, newest first. */
export async function listAllAmendments(
  { limit, cursor, legalEntityId, status: state, ...days }: AmendmentChoice & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredAmendment>> {
  const request = { limit, after: cursor };
  if (legalEntityId === undefined) return pageOfAmendments(table, { state, ...days }, request);
  return ofOwner(await listAmendments(table, legalEntityId), { state, ...days }, request);
}
