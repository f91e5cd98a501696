import { defineError, type ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { unknownVouchers } from '../domain/voucher.ts';

/** A route's word for a voucher; `Coupon` on deprecated routes (spec 4.8). */
export type VoucherWord = 'Voucher' | 'Coupon';

export const voucherCodeTaken = defineError({
  status: 409,
  code: 'voucher.code_taken',
  error: 'A voucher with this code already exists',
});

export const paymentProviderNotFound = defineError({
  status: 404,
  code: 'payment_provider.not_found',
  error: 'Payment provider not found',
});

/** For a payment started with a provider that is no longer configured. */
export const paymentProviderUnavailable = defineError(
  { status: 503, code: 'payment_provider.unavailable', error: 'Payment provider not available' },
  // A day, so that clients don't retry automatically.
  () => ({ headers: { 'retry-after': '86400' } }),
);

export const invalidWebhookSignature = defineError({
  status: 400,
  code: 'webhook.invalid_signature',
  error: 'Invalid webhook signature',
});

export const invoiceNotFound = defineError({
  status: 404,
  code: 'invoice.not_found',
  error: 'Invoice not found',
  when: 'It does not exist, or the key cannot read the application or filing it is for.',
});

export const invoiceAlreadyPaid = defineError({
  status: 400,
  code: 'invoice.already_paid',
  error: 'Invoice is already paid',
});

export const invoiceNotPayable = defineError({
  status: 400,
  code: 'invoice.not_open',
  error: 'Invoice is not open for payment',
  when: 'An operator voided the invoice.',
});

export const invoiceNotOpen = defineError({
  status: 409,
  code: 'invoice.not_open',
  error: 'The invoice is not open',
});

export const paymentCaseClosed = defineError({
  status: 409,
  code: 'payment_case.closed',
  error: 'The case is closed',
});

export const paymentCaseNotAssigned = defineError({
  status: 409,
  code: 'payment_case.not_assigned',
  error: 'The case is not assigned. Assign it first.',
});

/** `url` is the application's page in the portal. */
export const submissionFailed = (voucherWord: VoucherWord) =>
  defineError(
    {
      status: 409,
      code: 'application.submission_failed',
      error: `${voucherWord} applied, but the application could not be submitted automatically. Open the application in the portal.`,
      when: 'Another entity took the name first. The invoice stays paid.',
    },
    (url: string) => ({ error_description: `Its page is ${url}` }),
  ); // 4.7, 4.8

export const codeInvalid = (voucherWord: VoucherWord) =>
  defineError({ status: 400, code: 'voucher_not_found', error: `${voucherWord} code is invalid` }); // 4.7, 4.8

export const codeNotApplicable = (voucherWord: VoucherWord) =>
  defineError({
    status: 400,
    code: 'voucher_not_applicable',
    error: `${voucherWord} code is invalid`,
  });

export const codeExpired = (voucherWord: VoucherWord) =>
  defineError({ status: 400, code: 'voucher_expired', error: `${voucherWord} code has expired` }); // 4.7, 4.8

export const codeRedeemed = (voucherWord: VoucherWord) =>
  defineError({
    status: 400,
    code: 'voucher_already_redeemed',
    error: `${voucherWord} code has already been redeemed`,
  }); // 4.7, 4.8

/** On partner routes (facts C12.7). */
export const codeRedeemedBefore = (voucherWord: VoucherWord) =>
  defineError({
    status: 409,
    code: 'voucher_already_redeemed',
    error: `${voucherWord} code has already been redeemed`,
  });

export const codeTooSmall = (voucherWord: VoucherWord) =>
  defineError({
    status: 400,
    code: 'voucher_not_full_coverage',
    error: `${voucherWord} code does not cover the full invoice amount`,
  }); // 4.7, 4.8

const tooManyVouchers: ErrorCase = {
  ...apiErrors.tooManyAttempts,
  when: `There were more than ${unknownVouchers.max} unknown voucher codes in an hour. Wait for \`Retry-After\`.`,
};

/** The errors of every route that accepts vouchers, with the route's word for a voucher. */
export function voucherErrors(voucherWord: VoucherWord): readonly ErrorCase[] {
  return [
    tooManyVouchers,
    codeInvalid(voucherWord),
    codeExpired(voucherWord),
    codeRedeemed(voucherWord),
    codeTooSmall(voucherWord),
  ];
}

/** The same on partner routes (facts C12.7). */
export function partnerVoucherErrors(voucherWord: VoucherWord): readonly ErrorCase[] {
  return [
    tooManyVouchers,
    codeInvalid(voucherWord),
    codeNotApplicable(voucherWord),
    codeExpired(voucherWord),
    codeRedeemedBefore(voucherWord),
    codeTooSmall(voucherWord),
  ];
}
