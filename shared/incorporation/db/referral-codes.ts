import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { isReferralCode } from '../../kernel/domain/code.ts';

const referralOwners = ['natural_person', 'legal_entity'] as const;

/** A referral code, as it was created; it is found in any case. */
export const StoredReferralCode = z.object({
  code: z.string(),
  ownerType: z.enum(referralOwners),
  ownerId: z.string(),
  selfReferralEnabled: z.boolean(),
  createdAt: z.string(),
});
export type StoredReferralCode = z.output<typeof StoredReferralCode>;

/** The referral code in any spelling that counts as the same; null for a text that can't be one. */
export async function findReferralCode(
  table: Table,
  code: string,
): Promise<StoredReferralCode | null> {
  if (!isReferralCode(code.trim())) return null;
  return parseFound(StoredReferralCode, await getItem(table, keys.referralCode(code)));
}

/** The referral code as the table keeps it. */
export function referralCodeItem(code: StoredReferralCode): Item {
  return { ...keys.referralCode(code.code), ...code };
}
