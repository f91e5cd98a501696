import type { Spoken } from '../../kernel/domain/locale.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import { words } from '../../kernel/pages/words.ts';
import type { PageComplaint } from '../contracts/payment-contract.ts';
import { voucherComplaintTexts } from '../texts/index.ts';

const say = words(voucherComplaintTexts);

/** The error for a voucher that was rejected; null for any other error. */
export function voucherComplaint(
  { status, extras: { code = '' } }: Pick<ApiError, 'status' | 'extras'>,
  reader: Spoken,
): PageComplaint | null {
  const said = say(reader);
  if (status === 429) return { status, text: said.tooMany };
  const text = said.codes[code];
  return text === undefined ? null : { status: 400, text };
}

/** The error for a form without a code, or with an invalid one. */
export function voucherMissing(reader: Spoken, isEmpty: boolean): PageComplaint {
  const { missing, codes } = say(reader);
  return { status: 400, text: isEmpty ? missing : (codes['voucher_not_found'] ?? missing) };
}
