import { OpenCheckout, OpenedCheckout } from '../contracts/checkout.ts';
import {
  AgreementDocuments,
  CreateResidencyApplication,
  PaidResidencyApplication,
  ResidencyApplicationAnswer,
  ResidencyApplicationList,
  ResidencyApplicationQuery,
  ReviseResidencyApplication,
} from '../contracts/partner-application.ts';
import { ById } from '../contracts/text.ts';
import { CouponPayment, VoucherPayment } from '../contracts/voucher-payment.ts';
import { defineRoute, type ErrorCase } from '../http/route.ts';
import { idempotencyErrors, invalidBody, partnerErrors, tooManyVouchers } from './error-cases.ts';
import {
  examplePaidResidency,
  exampleResidencyApplication,
  exampleResidencyData,
  exampleSubmittedResidency,
} from './partner-application-examples.ts';

const residencyNotFound: ErrorCase = {
  status: 404,
  error: 'Residency application not found',
  when: 'it does not exist, or is another integration’s',
};
const notDraft: ErrorCase = { status: 400, error: 'Residency application is not in draft status' };
const noProof: ErrorCase = {
  status: 400,
  error: 'Please provide proof of address before continuing.',
};
const foreignRedirect: ErrorCase = {
  status: 400,
  error: 'redirectUrl is not allowed for this integration.',
  when: 'its origin is not approved for the integration',
};

/** What the data of an application can be refused for. */
const dataErrors: readonly ErrorCase[] = [
  invalidBody,
  foreignRedirect,
  { status: 400, error: 'Unknown referral code' },
  {
    status: 400,
    error: 'An applicant cannot use a referral code of their own',
    when: 'the code is that of the applicant’s account, or of an entity that they represent',
  },
  {
    status: 404,
    error: 'Proof of address not found',
    when: 'the upload is not one of this application',
  },
  {
    status: 409,
    error: 'The applicant must be linked to an existing account by the registry',
    code: 'application.account_linking_required',
    when: 'the e-mail address is that of an account with another name or date of birth',
  },
  {
    status: 409,
    error: 'The applicant is already attributed to another referral code',
    code: 'referral.already_attributed',
  },
];

const notPayable: readonly ErrorCase[] = [
  notDraft,
  { status: 400, error: 'Residency application requires no payment', when: 'its type is free' },
  noProof,
  { status: 400, error: 'Residency application invoice is already paid' },
  { status: 400, error: 'Residency application invoice is not open for payment' },
];

function codeErrors(noun: 'Voucher' | 'Coupon'): readonly ErrorCase[] {
  return [
    tooManyVouchers,
    { status: 400, error: `${noun} code is invalid`, code: 'voucher_not_found' },
    { status: 400, error: `${noun} code is invalid`, code: 'voucher_not_applicable' },
    { status: 400, error: `${noun} code has expired`, code: 'voucher_expired' },
    {
      status: 409,
      error: `${noun} code has already been redeemed`,
      code: 'voucher_already_redeemed',
    },
    {
      status: 400,
      error: `${noun} code does not cover the full invoice amount`,
      code: 'voucher_not_full_coverage',
    },
  ];
}

const shared = {
  tag: 'Partners',
  limit: 'partner',
  service: true,
  notFound: residencyNotFound.error,
  spec: '4.17',
} as const;
const read = {
  ...shared,
  method: 'GET',
  auth: { scheme: 'partner', scope: 'partner:person.application.read' },
  table: 'read',
} as const;
const written = {
  ...shared,
  entry: 'functions/partner/write.ts',
  table: 'read-write',
  idempotent: true,
} as const;
const paid = {
  ...written,
  method: 'POST',
  auth: { scheme: 'partner', scope: 'partner:person.application.pay' },
  params: ById,
} as const;

export const createResidencyApplication = defineRoute({
  ...written,
  operationId: 'createPartnerResidencyApplication',
  method: 'POST',
  path: '/api/v1/partner/residency_applications',
  summary: 'Begin a residency application for an applicant',
  description:
    'Creates a draft. `nextSteps` says what is still to be done: the applicant accepts the Agreement of Coexistence at `agreementUrl`, the partner provides a proof of address and pays, the registry verifies the identity. An applicant without an account is mailed a link that claims it, good for 24 hours.',
  auth: { scheme: 'partner', scope: 'partner:person.application.create' },
  body: CreateResidencyApplication,
  response: ResidencyApplicationAnswer,
  example: {
    request: { applicationData: exampleResidencyData },
    response: { data: exampleResidencyApplication },
  },
  errors: [...dataErrors, ...partnerErrors, ...idempotencyErrors],
});

export const listResidencyApplications = defineRoute({
  ...read,
  operationId: 'listPartnerResidencyApplications',
  path: '/api/v1/partner/residency_applications',
  entry: 'functions/partner/read.ts',
  summary: 'List the integration’s residency applications',
  description:
    'Newest first, 1 to 100 a page, 20 unless asked otherwise. `cursor` is the `nextCursor` of the page before; pages do not shift when applications are added.',
  query: ResidencyApplicationQuery,
  response: ResidencyApplicationList,
  example: {
    response: {
      data: [exampleResidencyApplication],
      pagination: { limit: 20, nextCursor: null },
    },
  },
  errors: partnerErrors,
});

export const getResidencyApplication = defineRoute({
  ...read,
  operationId: 'getPartnerResidencyApplication',
  path: '/api/v1/partner/residency_applications/{id}',
  entry: 'functions/partner/read.ts',
  summary: 'Read a residency application',
  params: ById,
  response: ResidencyApplicationAnswer,
  example: { response: { data: exampleResidencyApplication } },
  errors: [...partnerErrors, residencyNotFound],
});

export const updateResidencyApplication = defineRoute({
  ...written,
  operationId: 'updatePartnerResidencyApplication',
  method: 'PATCH',
  path: '/api/v1/partner/residency_applications/{id}',
  summary: 'Replace the data of a draft',
  description:
    '`expectedVersion` is the `version` that was read last. The application data are replaced as a whole; `referralCode` and `redirectUrl` stay when they are left out. A change voids the acceptance of the agreement, which gets another `agreementUrl`; another name, date of birth, sex or citizenship voids the verification of the identity. Once it is paid, the residency type and the e-mail address stay.',
  auth: { scheme: 'partner', scope: 'partner:person.application.update' },
  params: ById,
  body: ReviseResidencyApplication,
  response: ResidencyApplicationAnswer,
  example: {
    request: { expectedVersion: 1, applicationData: exampleResidencyData },
    response: { data: { ...exampleResidencyApplication, version: 2 } },
  },
  errors: [
    ...dataErrors,
    notDraft,
    { status: 400, error: "The applicant's residencyType cannot be changed after the payment" },
    { status: 400, error: "The applicant's email cannot be changed after the payment" },
    ...partnerErrors,
    residencyNotFound,
    {
      status: 409,
      error: 'Application was modified by another request',
      when: 'another version was expected; `currentVersion` is the one that there is',
    },
    ...idempotencyErrors,
  ],
});

export const listAgreementDocuments = defineRoute({
  ...read,
  operationId: 'listPartnerResidencyApplicationDocuments',
  path: '/api/v1/partner/residency_applications/{id}/documents',
  entry: 'functions/partner/documents.ts',
  summary: 'List the agreement documents of a residency application',
  description: 'Empty before the approval. A `fileUrl` needs no credential and lasts an hour.',
  params: ById,
  response: AgreementDocuments,
  documents: 'read',
  example: {
    response: {
      data: [],
      agreementOfCoexistence: {
        aocId: 'agreement-of-coexistence-e-resident-v11.01.2026',
        slug: 'agreement-of-coexistence-e-resident',
        version: 'v11.01.2026',
        residencyType: 'e_resident',
        templatePdfUrl: null,
        accepted: true,
        acceptedAt: '2026-01-15T11:00:00.000Z',
        signerName: 'Ada Lovelace',
        invalidatedAt: null,
      },
      residencyEffectiveDate: null,
    },
  },
  errors: [...partnerErrors, residencyNotFound],
});

export const openResidencyCheckout = defineRoute({
  ...paid,
  operationId: 'createPartnerResidencyApplicationCheckoutSession',
  path: '/api/v1/partner/residency_applications/{id}/checkout_session',
  entry: 'functions/partner/checkout.ts',
  summary: 'Open a hosted checkout for a residency application',
  description:
    'Answers the page on which the invoice is paid; a proof of address comes first. After paying, the payer is sent to `redirectUrl` with `success=true` added to its query; after cancelling, to `redirectUrl` as it is. The provider confirms the payment in the background: read the application until `nextSteps.paymentRequired` is false. Send exactly one of `paymentProvider` and `paymentMethod`.',
  payments: true,
  body: OpenCheckout,
  response: OpenedCheckout,
  example: {
    request: { paymentProvider: 'cardpay', redirectUrl: 'https://client.example/paid' },
    response: {
      data: {
        url: 'https://registry.example/checkout/q3l0Xv8c2mB5nKzQ7wRtY1uP4sDfGhJkLaZxCvBn0mE',
      },
      invoiceId: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
    },
  },
  errors: [
    invalidBody,
    foreignRedirect,
    ...notPayable,
    ...partnerErrors,
    residencyNotFound,
    ...idempotencyErrors,
  ],
});

export const payResidencyVoucher = defineRoute({
  ...paid,
  operationId: 'payPartnerResidencyApplicationWithVoucher',
  path: '/api/v1/partner/residency_applications/{id}/pay/voucher',
  summary: 'Pay a residency application with a voucher',
  description:
    'The voucher must cover the whole invoice; a proof of address comes first. Nothing is submitted by it.',
  body: VoucherPayment,
  response: PaidResidencyApplication,
  example: {
    request: { voucherCode: 'WELCOME-2026' },
    response: {
      success: true,
      data: examplePaidResidency,
      message: 'Payment received. Submit the application when nextSteps.submitReady is true.',
    },
  },
  errors: [
    invalidBody,
    ...notPayable,
    ...codeErrors('Voucher'),
    ...partnerErrors,
    residencyNotFound,
    ...idempotencyErrors,
  ],
});

export const payResidencyCoupon = defineRoute({
  ...paid,
  operationId: 'payPartnerResidencyApplicationWithCoupon',
  path: '/api/v1/partner/residency_applications/{id}/pay/coupon',
  summary: 'Pay a residency application with a voucher, under its former name',
  body: CouponPayment,
  response: PaidResidencyApplication,
  example: {
    request: { couponCode: 'WELCOME-2026' },
    response: {
      success: true,
      data: examplePaidResidency,
      message: 'Payment received. Submit the application when nextSteps.submitReady is true.',
    },
  },
  errors: [
    invalidBody,
    ...notPayable,
    ...codeErrors('Coupon'),
    ...partnerErrors,
    residencyNotFound,
    ...idempotencyErrors,
  ],
  deprecatedFor: '/api/v1/partner/residency_applications/{id}/pay/voucher',
});

export const submitResidencyApplication = defineRoute({
  ...written,
  operationId: 'submitPartnerResidencyApplication',
  method: 'POST',
  path: '/api/v1/partner/residency_applications/{id}/submit',
  summary: 'Submit a residency application for review',
  description:
    'When `nextSteps.submitReady` is true. Poll the application until it is Approved or Rejected.',
  auth: { scheme: 'partner', scope: 'partner:person.application.submit' },
  params: ById,
  response: ResidencyApplicationAnswer,
  example: { response: { data: exampleSubmittedResidency } },
  errors: [
    notDraft,
    {
      status: 400,
      error: 'Please accept the current Agreement of Coexistence before continuing.',
    },
    noProof,
    { status: 400, error: 'Please pay the application invoice before continuing.' },
    { status: 400, error: 'Please complete identity verification before continuing.' },
    ...partnerErrors,
    residencyNotFound,
    ...idempotencyErrors,
  ],
});
