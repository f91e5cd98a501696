import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { VoucherWord } from '../../kernel/errors/payments.ts';
import type { VoucherRefusal } from '../domain/voucher.ts';

/** Exhaustive on purpose: a new refusal does not compile until somebody chooses its message. */
const errors: Record<VoucherRefusal, (voucherWord: VoucherWord) => ApiError> = {
  not_found: apiErrors.codeInvalid,
  not_applicable: apiErrors.codeNotApplicable,
  expired: apiErrors.codeExpired,
  already_redeemed: apiErrors.codeRedeemed,
  not_full_coverage: apiErrors.codeTooSmall,
};

/** What a payer is told of a voucher that does not pay. */
export type VoucherError = (refusal: VoucherRefusal, voucherWord: VoucherWord) => ApiError;

/** The same for callers of the API and the portal (spec 4.7, 4.8). */
export function voucherError(refusal: VoucherRefusal, voucherWord: VoucherWord): ApiError {
  return errors[refusal](voucherWord);
}

/** The same on partner routes, where a redeemed one is a conflict (facts C12.7). */
export function partnerVoucherError(refusal: VoucherRefusal, voucherWord: VoucherWord): ApiError {
  return refusal === 'already_redeemed'
    ? apiErrors.codeRedeemedBefore(voucherWord)
    : voucherError(refusal, voucherWord);
}
