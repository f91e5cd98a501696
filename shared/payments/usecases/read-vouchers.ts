import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findVoucher, readVouchers, type StoredVoucher } from '../db/vouchers.ts';

/** A page of all vouchers, redeemed and expired ones included, newest first. */
export function readAllVouchers(
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredVoucher>> {
  return readVouchers(table, { limit, after: cursor });
}

/** The voucher with the code, in any spelling that counts as the same. Error: 404. */
export async function readVoucher(
  code: string,
  { table }: { readonly table: Table },
): Promise<StoredVoucher> {
  const voucher = await findVoucher(table, code);
  if (voucher === null) throw apiErrors.notFound();
  return voucher;
}
