import { ApiError } from './api-error.ts';

/** What a voucher is called on a route; `Coupon` on the deprecated ones (spec 4.8). */
export type VoucherWord = 'Voucher' | 'Coupon';

/** Of invoices, vouchers and payments. */
export const paymentMessages = {
  paymentProviderNotFound: () => new ApiError(404, 'Payment provider not found'),
  invalidWebhookSignature: () => new ApiError(400, 'Invalid webhook signature'),
  invoiceAlreadyPaid: () => new ApiError(400, 'Invoice is already paid'),
  invoiceNotPayable: () => new ApiError(400, 'Invoice is not open for payment'),
  invoiceNotOpen: () => new ApiError(409, 'The invoice is not open', { code: 'invoice.not_open' }),
  paymentCaseClosed: () => new ApiError(409, 'The case is closed', { code: 'payment_case.closed' }),
  paymentCaseNotTaken: () =>
    new ApiError(409, 'The case is not assigned. Assign it first.', {
      code: 'payment_case.not_taken',
    }),
  /** `url`: the application's page in the portal. */
  submissionFailed: (voucherWord: VoucherWord, url: string) =>
    new ApiError(
      409,
      `${voucherWord} applied, but the application could not be submitted automatically. Open the application in the portal.`,
      { code: 'application.submission_failed', error_description: `Its page is ${url}` },
    ), // 4.7, 4.8
  codeInvalid: (voucherWord: VoucherWord) =>
    new ApiError(400, `${voucherWord} code is invalid`, { code: 'voucher_not_found' }), // 4.7, 4.8
  codeNotApplicable: (voucherWord: VoucherWord) =>
    new ApiError(400, `${voucherWord} code is invalid`, { code: 'voucher_not_applicable' }),
  codeExpired: (voucherWord: VoucherWord) =>
    new ApiError(400, `${voucherWord} code has expired`, { code: 'voucher_expired' }), // 4.7, 4.8
  codeRedeemed: (voucherWord: VoucherWord) =>
    new ApiError(400, `${voucherWord} code has already been redeemed`, {
      code: 'voucher_already_redeemed',
    }), // 4.7, 4.8
  /** On partner routes (facts C12.7). */
  codeRedeemedBefore: (voucherWord: VoucherWord) =>
    new ApiError(409, `${voucherWord} code has already been redeemed`, {
      code: 'voucher_already_redeemed',
    }),
  codeTooSmall: (voucherWord: VoucherWord) =>
    new ApiError(400, `${voucherWord} code does not cover the full invoice amount`, {
      code: 'voucher_not_full_coverage',
    }), // 4.7, 4.8
};
