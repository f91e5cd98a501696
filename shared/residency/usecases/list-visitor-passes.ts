import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import {
  readVisitorPasses,
  type StoredVisitorPass,
  type VisitorPassFilter,
} from '../db/visitor-passes.ts';

/** A page of the applications that match, newest first. */
export function listVisitorPasses(
  { limit, cursor, ...filter }: VisitorPassFilter & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredVisitorPass>> {
  return readVisitorPasses(table, filter, { limit, after: cursor });
}
