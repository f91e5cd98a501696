import type { Localized } from '../../kernel/domain/locale.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import type { PageComplaint } from '../contracts/payment-contract.ts';
import { voucherComplaintTexts } from '../texts/index.ts';

const textsFor = byLocale(voucherComplaintTexts);

/** The error for a voucher that was rejected; null for any other error. */
export function voucherComplaint(
  { status, extras: { code = '' } }: Pick<ApiError, 'status' | 'extras'>,
  context: Localized,
): PageComplaint | null {
  const texts = textsFor(context);
  if (status === 429) return { status, text: texts.tooMany };
  const text = texts.codes[code];
  return text === undefined ? null : { status: 400, text };
}

/** The error for a form without a code, or with an invalid one. */
export function voucherMissing(context: Localized, isEmpty: boolean): PageComplaint {
  const { missing, codes } = textsFor(context);
  return { status: 400, text: isEmpty ? missing : (codes['voucher_not_found'] ?? missing) };
}
