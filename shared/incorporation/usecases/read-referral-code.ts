import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findReferralCode, type StoredReferralCode } from '../db/referral-codes.ts';

/** Error: 404. */
export async function readReferralCode(
  code: string,
  { table }: { readonly table: Table },
): Promise<StoredReferralCode> {
  const referral = await findReferralCode(table, code);
  if (referral === null) throw apiErrors.notFound();
  return referral;
}
