import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findMailboxCase, readMailboxCases, type StoredMailboxCase } from '../db/mailbox-cases.ts';

/** A page of the cases, or of those that run, newest first. */
export function listMailboxCases(
  { running, limit, cursor }: CursorPage & { readonly running: boolean },
  { table }: { readonly table: Table },
): Promise<Page<StoredMailboxCase>> {
  return readMailboxCases(table, running ? 'running' : 'all', { limit, after: cursor });
}

/** Error: 404. */
export async function readMailboxCase(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredMailboxCase> {
  const found = await findMailboxCase(table, id);
  if (found === null) throw apiErrors.notFound();
  return found;
}
