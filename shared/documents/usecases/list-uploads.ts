import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { UploadQuery } from '../contracts/admin-uploads-contract.ts';
import { pageOfUploads, type StoredUploadScan } from '../db/upload-scans.ts';

/** A page of what was uploaded to be scanned, newest first. */
export function listUploads(
  { limit, cursor, status: state, ...days }: UploadQuery,
  { table }: { readonly table: Table },
): Promise<Page<StoredUploadScan>> {
  return pageOfUploads(table, { state, ...days }, { limit, after: cursor });
}
