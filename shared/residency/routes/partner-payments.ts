import * as accessErrors from '../../access/errors/access-errors.ts';
import { ById } from '../../kernel/contracts/text.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  CouponPayment,
  OpenCheckout,
  OpenedCheckout,
  VoucherPayment,
} from '../../payments/contracts/payment-contract.ts';
import type { VoucherWord } from '../../payments/errors/payment-errors.ts';
import * as paymentErrors from '../../payments/errors/payment-errors.ts';
import { PaidResidencyApplication } from '../contracts/partner-application.ts';
import * as residencyErrors from '../errors/residency-errors.ts';
import { examplePaidResidency, written } from './partner-application-rows.ts';

const notPayable: readonly ErrorCase[] = [
  residencyErrors.residencyApplicationNotDraft,
  residencyErrors.residencyIsFree,
  residencyErrors.proofOfAddressRequired,
  residencyErrors.residencyInvoicePaid,
  residencyErrors.residencyInvoiceNotOpen,
];

const paid = {
  ...written,
  method: 'POST',
  auth: { scheme: 'partner', scope: 'partner:person.application.pay' },
  params: ById,
} as const;

export const createPartnerResidencyApplicationCheckoutSession = defineRoute({
  ...paid,
  idempotent: 'answer',
  operationId: 'createPartnerResidencyApplicationCheckoutSession',
  path: '/api/v1/partner/residency_applications/{id}/checkout_session',
  entry: 'functions/partner/checkout.ts',
  writes: { put: ['audit', 'checkoutSession', 'invoice'], check: ['invoice'] },
  summary: 'Open a hosted checkout for a residency application',
  description:
    'Returns the page where the payer pays the invoice. Upload a proof of address first. After paying, the payer goes to `redirectUrl` with `success=true` added to its query. After cancelling, they go to `redirectUrl` unchanged. The provider confirms the payment in the background, so poll the application until `nextSteps.paymentRequired` is false. Send exactly one of `paymentProvider` and `paymentMethod`.',
  payments: true,
  body: OpenCheckout,
  response: OpenedCheckout,
  example: {
    request: { paymentProvider: 'cardpay', redirectUrl: 'https://client.example/paid' },
    response: {
      data: {
        url: 'https://registry.example/checkout/q3l0Xv8c2mB5nKzQ7wRtY1uP4sDfGhJkLaZxCvBn0mE',
        amountCents: 13_000,
        currency: 'USD',
        expiresAt: '2026-01-17T09:30:00.000Z',
      },
      invoiceId: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
    },
  },
  errors: [
    apiErrors.invalidBody,
    residencyErrors.redirectNotAllowed,
    ...notPayable,
    ...accessErrors.partnerErrors,
    residencyErrors.residencyApplicationNotFound,
    ...apiErrors.idempotencyErrors,
  ],
});

const paidByVoucher = {
  ...paid,
  writes: {
    put: ['audit', 'effect', 'invoice', 'residencyApplication'],
    update: ['attempts', 'voucher'],
  },
  response: PaidResidencyApplication,
} as const;

const examplePayment = {
  success: true,
  data: examplePaidResidency,
  message: 'Payment received. Submit the application when nextSteps.submitReady is true.',
} as const;

function payErrors(voucherWord: VoucherWord): readonly ErrorCase[] {
  return [
    apiErrors.invalidBody,
    ...notPayable,
    ...paymentErrors.partnerVoucherErrors(voucherWord),
    ...accessErrors.partnerErrors,
    residencyErrors.residencyApplicationNotFound,
    ...apiErrors.idempotencyErrors,
  ];
}

export const payResidencyVoucher = defineRoute({
  ...paidByVoucher,
  operationId: 'payPartnerResidencyApplicationWithVoucher',
  path: '/api/v1/partner/residency_applications/{id}/pay/voucher',
  summary: 'Pay a residency application with a voucher',
  description:
    'Pays the invoice. The voucher must cover all of it. Upload a proof of address first. This call does not submit the application.',
  body: VoucherPayment,
  example: { request: { voucherCode: 'WELCOME-2026' }, response: examplePayment },
  errors: payErrors('Voucher'),
});

export const payResidencyCoupon = defineRoute({
  ...paidByVoucher,
  operationId: 'payPartnerResidencyApplicationWithCoupon',
  path: '/api/v1/partner/residency_applications/{id}/pay/coupon',
  summary: 'Pay a residency application with a voucher (previous address)',
  description: 'Send the code in `couponCode`. Everything else works as with `/pay/voucher`.',
  body: CouponPayment,
  example: { request: { couponCode: 'WELCOME-2026' }, response: examplePayment },
  errors: payErrors('Coupon'),
  deprecatedFor: '/api/v1/partner/residency_applications/{id}/pay/voucher',
});
