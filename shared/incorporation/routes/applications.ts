import { ById } from '../../kernel/contracts/text.ts';
import type { VoucherWord } from '../../kernel/errors/payments.ts';
import {
  idempotencyErrors,
  invalidBody,
  keyErrors,
  voucherErrors,
} from '../../kernel/http/error-cases.ts';
import { defineRoute, type ErrorCase, ownListNote } from '../../kernel/http/route.ts';
import { CouponPayment, VoucherPayment } from '../../payments/contracts/payment-contract.ts';
import { answerErrors, answerRow } from '../../reviews/http/decision-rows.ts';
import {
  ApplicationAnswer,
  ApplicationList,
  ApplicationQuery,
  CreateApplication,
  CreatedApplication,
  PaidApplication,
  unsupportedEntityType,
} from '../contracts/application.ts';
import { exampleApplication, exampleApplicationPayload } from './application-examples.ts';

const applicationNotFound: ErrorCase = {
  status: 404,
  error: 'Legal entity application not found',
  when: 'it does not exist, or the caller cannot see it',
};

const notPayable: readonly ErrorCase[] = [
  { status: 400, error: 'Legal entity application is not in draft status' },
  { status: 400, error: 'This endpoint can only be used for API-created applications' },
  { status: 400, error: 'Legal entity application invoice is already paid' },
  { status: 400, error: 'Legal entity application invoice is not open for payment' },
];

function payErrors(voucherWord: VoucherWord): readonly ErrorCase[] {
  return [
    invalidBody,
    ...notPayable,
    ...voucherErrors(voucherWord),
    {
      status: 409,
      error: `${voucherWord} applied, but the application could not be submitted automatically. Open the application in the portal.`,
      code: 'application.submission_failed',
      when: 'someone else registered the name first; the invoice stays paid',
    },
    ...keyErrors,
    applicationNotFound,
    ...idempotencyErrors,
  ];
}

export const createLegalEntityApplication = defineRoute({
  operationId: 'createLegalEntityApplication',
  method: 'POST',
  path: '/api/v1/legal_entity_applications',
  entry: 'functions/applications/create.ts',
  summary: 'Create an application for an LLC',
  description:
    'Creates a draft. It goes to review once it is paid and the Agreement of Coexistence is signed, in any order. `nextSteps.signature` links to the signature page. For an Agent Key, the page asks the owner to sign in first. It is null if the agreement was accepted in advance.',
  tag: 'Applications',
  auth: { scheme: 'key', agentScope: 'agent:entity.application.create' },
  body: CreateApplication,
  bodyCheck: unsupportedEntityType,
  response: CreatedApplication,
  example: {
    request: {
      applicationData: exampleApplicationPayload,
      redirectUrl: 'https://client.example/signed',
    },
    response: {
      data: exampleApplication,
      nextSteps: {
        signature: 'https://registry.example/sign/q3l0Xv8c2mB5nKzQ7wRtY1uP4sDfGhJkLaZxCvBn0mE',
      },
    },
  },
  errors: [
    { status: 400, error: 'Only LLCs are supported' },
    invalidBody,
    {
      status: 400,
      error:
        'Either registeredAgentProvider or registeredAgentDetails must be provided, but not both.',
    },
    {
      status: 400,
      error: 'Registered agent residentPermitNumber must belong to an active resident',
    },
    {
      status: 429,
      error: 'Too many attempts',
      when: 'more than 50 registered-agent permit numbers failed in an hour; see Retry-After',
    },
    { status: 400, error: 'Referral code not found or does not belong to you' },
    ...keyErrors,
    {
      status: 403,
      error: 'You must be an active resident to create a legal entity application',
    },
    {
      status: 409,
      error: 'A legal entity with this name already exists',
      code: 'entity.name_taken',
    },
    { status: 409, error: 'This legal entity name is reserved', code: 'entity.name_reserved' },
    ...idempotencyErrors,
  ],
  table: 'read',
  writes: {
    put: ['application', 'applicationOwner', 'audit', 'effect', 'event', 'signatureLink'],
    update: ['attempts'],
    check: ['manifestation', 'person'],
  },
  service: true,
  idempotent: 'answer-or-effect',
  spec: '4.3',
});

export const listLegalEntityApplications = defineRoute({
  operationId: 'listLegalEntityApplications',
  method: 'GET',
  path: '/api/v1/legal_entity_applications',
  entry: 'functions/applications/list.ts',
  summary: 'List applications',
  description: `Lists the caller’s applications. ${ownListNote} Agent Keys see only applications that were created through the API.`,
  tag: 'Applications',
  auth: { scheme: 'key', agentScope: 'agent:entity.application.read' },
  query: ApplicationQuery,
  response: ApplicationList,
  example: { response: { data: [exampleApplication] } },
  errors: keyErrors,
  table: 'read',
  service: true,
  spec: '4.4',
});

export const getApplication = defineRoute({
  operationId: 'getLegalEntityApplication',
  method: 'GET',
  path: '/api/v1/legal_entity_applications/{id}',
  entry: 'functions/applications/get.ts',
  summary: 'Retrieve an application',
  description:
    'Returns one of the caller’s applications. Poll until `statusId` is `Approved` or `Rejected`.',
  tag: 'Applications',
  auth: { scheme: 'key', agentScope: 'agent:entity.application.read' },
  params: ById,
  notFound: applicationNotFound.error,
  response: ApplicationAnswer,
  example: { response: { data: exampleApplication } },
  errors: [...keyErrors, applicationNotFound],
  table: 'read',
  service: true,
  spec: '4.5',
});

const paidByVoucher = {
  method: 'POST',
  tag: 'Applications',
  auth: { scheme: 'key', agentScope: 'agent:entity.application.pay' },
  params: ById,
  notFound: applicationNotFound.error,
  response: PaidApplication,
  table: 'read',
  writes: {
    put: ['application', 'audit', 'effect', 'event', 'invoice'],
    update: ['attempts', 'voucher'],
    check: ['entityName'],
  },
  service: true,
  idempotent: 'answer-or-effect',
} as const;

export const payApplicationVoucher = defineRoute({
  ...paidByVoucher,
  operationId: 'payLegalEntityApplicationWithVoucher',
  path: '/api/v1/legal_entity_applications/{id}/pay/voucher',
  entry: 'functions/applications/pay-voucher.ts',
  summary: 'Pay an application with a voucher',
  description:
    'Pays the invoice. The voucher must cover all of it. A signed application is submitted immediately. An unsigned one stays a draft, and `message` reminds you to sign it.',
  body: VoucherPayment,
  example: {
    request: { voucherCode: 'WELCOME-2026' },
    response: {
      success: true,
      data: {
        ...exampleApplication,
        statusId: 'Pending Review',
        submittedAt: '2026-01-16T09:31:00.000Z',
      },
    },
  },
  errors: payErrors('Voucher'),
  spec: '4.7',
});

export const payApplicationCoupon = defineRoute({
  ...paidByVoucher,
  operationId: 'payLegalEntityApplicationWithCoupon',
  path: '/api/v1/legal_entity_applications/{id}/pay/coupon',
  entry: 'functions/applications/pay-coupon.ts',
  summary: 'Pay an application with a voucher, at its previous address',
  description: 'Send the code in `couponCode`. Everything else works as with `/pay/voucher`.',
  body: CouponPayment,
  example: {
    request: { couponCode: 'WELCOME-2026' },
    response: {
      success: true,
      data: exampleApplication,
      message: 'Payment received. Sign the Agreement of Coexistence to submit the application.',
    },
  },
  errors: payErrors('Coupon'),
  deprecatedFor: '/api/v1/legal_entity_applications/{id}/pay/voucher',
  spec: '4.8',
});

export const answerApplicationInformation = defineRoute({
  ...answerRow,
  operationId: 'answerLegalEntityApplicationInformation',
  path: '/api/v1/legal_entity_applications/{id}/information',
  tag: 'Applications',
  auth: { scheme: 'key', agentScope: 'agent:entity.application.create' },
  params: ById,
  notFound: applicationNotFound.error,
  errors: [...keyErrors, applicationNotFound, ...answerErrors],
  spec: '2.6',
});
