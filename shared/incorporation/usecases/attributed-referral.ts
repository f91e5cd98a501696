import { keys } from '../../kernel/db/keys.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { codeKey } from '../../kernel/domain/code.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { notRepresentative } from '../../registry/db/representatives.ts';
import { findReferralCode } from '../db/referral-codes.ts';

export interface AttributedReferral {
  /** `own`: the code is the applicant's, or that of an entity that they represent; for the audit trail. */
  readonly kind: 'credited' | 'other_code' | 'own';
  /** The code that the person is credited to; null: none. */
  readonly code: string | null;
  /** Refuses a transaction if the code has become their own since; undefined where that can't happen. */
  readonly stillNotOwn?: Write | undefined;
}

/**
 * Which code is credited with the person whom an approval admits. It is decided here and not when a partner
 * sends the code: that answer would tell who has an account (decisions 12). A person who is new owns no code
 * yet.
 */
export async function attributedReferral(
  sent: string | null,
  account: StoredPerson | null,
  table: Table,
): Promise<AttributedReferral> {
  if (account === null || sent === null) return { kind: 'credited', code: sent };
  const former = account.referralCode;
  if (former !== null) {
    const kind = codeKey(former) === codeKey(sent) ? 'credited' : 'other_code';
    return { kind, code: null };
  }
  const code = await findReferralCode(table, sent);
  if (code === null || code.selfReferralEnabled) return { kind: 'credited', code: sent };
  if (code.ownerType === 'natural_person') {
    return code.ownerId === account.id
      ? { kind: 'own', code: null }
      : { kind: 'credited', code: sent };
  }
  const representative = await getItem(table, keys.representative(code.ownerId, account.id));
  if (representative !== undefined) return { kind: 'own', code: null };
  const stillNotOwn = notRepresentative(code.ownerId, account.id);
  return { kind: 'credited', code: sent, stillNotOwn };
}
