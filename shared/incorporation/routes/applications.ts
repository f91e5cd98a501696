import * as accessErrors from '../../access/errors/access-errors.ts';
import { ById } from '../../kernel/contracts/text.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineAskingRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute, ownListNote } from '../../kernel/http/route.ts';
import { CouponPayment, VoucherPayment } from '../../payments/contracts/payment-contract.ts';
import type { VoucherWord } from '../../payments/errors/payment-errors.ts';
import * as paymentErrors from '../../payments/errors/payment-errors.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
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
import { unknownAgents } from '../domain/application-data.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';
import { exampleApplication, exampleApplicationPayload } from './application-examples.ts';

const notPayable: readonly ErrorCase[] = [
  apiErrors.applicationNotDraft,
  apiErrors.applicationNotApiCreated,
  apiErrors.applicationInvoicePaid,
  apiErrors.applicationInvoiceNotOpen,
];

function payErrors(voucherWord: VoucherWord): readonly ErrorCase[] {
  return [
    apiErrors.invalidBody,
    ...notPayable,
    ...paymentErrors.voucherErrors(voucherWord),
    paymentErrors.submissionFailed(voucherWord),
    ...apiErrors.keyErrors,
    ...accessErrors.keyLimitErrors,
    apiErrors.applicationNotFound,
    ...apiErrors.idempotencyErrors,
  ];
}

export const createLegalEntityApplication = defineRoute({
  operationId: 'createLegalEntityApplication',
  method: 'POST',
  path: '/api/v1/legal_entity_applications',
  entry: 'functions/applications/create.ts',
  summary: 'Create an application for an LLC',
  description:
    'Creates a draft. It goes to review once it is paid and the Agreement of Coexistence is signed, in any order. `nextSteps.signature` links to the signature page. For an Agent Key, the page asks the owner to sign in first. `nextSteps.signature` is null if the agreement was accepted in advance.',
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
    incorporationErrors.onlyLlcs,
    apiErrors.invalidBody,
    incorporationErrors.oneRegisteredAgent,
    incorporationErrors.registeredAgentNotActive,
    {
      ...apiErrors.tooManyAttempts,
      when: `More than ${unknownAgents.max} permit numbers of registered agents failed in an hour. Wait for \`Retry-After\`.`,
    },
    incorporationErrors.referralCodeNotFound,
    ...apiErrors.keyErrors,
    ...accessErrors.keyLimitErrors,
    incorporationErrors.mustBeActiveResident,
    apiErrors.nameTaken,
    registryErrors.nameReserved,
    ...apiErrors.idempotencyErrors,
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
  entry: 'functions/applications/read.ts',
  summary: 'List applications',
  description: `Lists the caller’s applications. ${ownListNote} Agent Keys see only applications that were created through the API.`,
  tag: 'Applications',
  auth: { scheme: 'key', agentScope: 'agent:entity.application.read' },
  query: ApplicationQuery,
  response: ApplicationList,
  example: { response: { data: [exampleApplication] } },
  errors: apiErrors.keyErrors,
  table: 'read',
  service: true,
  spec: '4.4',
});

export const getApplication = defineRoute({
  operationId: 'getLegalEntityApplication',
  method: 'GET',
  path: '/api/v1/legal_entity_applications/{id}',
  entry: 'functions/applications/read.ts',
  summary: 'Retrieve an application',
  description:
    'Returns one of the caller’s applications. Poll until `statusId` is `Approved` or `Rejected`.',
  tag: 'Applications',
  auth: { scheme: 'key', agentScope: 'agent:entity.application.read' },
  params: ById,
  notFound: apiErrors.applicationNotFound,
  response: ApplicationAnswer,
  example: { response: { data: exampleApplication } },
  errors: [...apiErrors.keyErrors, apiErrors.applicationNotFound],
  table: 'read',
  service: true,
  spec: '4.5',
});

export const renewSignatureLink = defineRoute({
  operationId: 'renewSignatureLink',
  method: 'POST',
  path: '/api/v1/legal_entity_applications/{id}/signature_link',
  entry: 'functions/applications/create.ts',
  summary: 'Create a new signature link for a draft',
  description:
    '`nextSteps.signature` is the new link. The previous link stops working. Only Standard Keys can call this: anyone with the link can sign.',
  tag: 'Applications',
  auth: { scheme: 'key', agentScope: 'none' },
  params: ById,
  notFound: apiErrors.applicationNotFound,
  response: CreatedApplication,
  example: {
    response: {
      data: exampleApplication,
      nextSteps: {
        signature: 'https://registry.example/sign/q3l0Xv8c2mB5nKzQ7wRtY1uP4sDfGhJkLaZxCvBn0mE',
      },
    },
  },
  errors: [
    ...apiErrors.keyErrors,
    apiErrors.applicationNotFound,
    { ...apiErrors.notFound, when: 'Only the owner can sign this application, after signing in.' },
    apiErrors.applicationNotDraft,
    incorporationErrors.agreementAlreadySigned,
    ...apiErrors.idempotencyErrors,
  ],
  table: 'read',
  writes: {
    put: ['application', 'audit', 'signatureLink'],
    delete: ['signatureLink'],
  },
  service: true,
  idempotent: 'answer',
  spec: '4.3',
});

const paidByVoucher = {
  method: 'POST',
  tag: 'Applications',
  auth: { scheme: 'key', agentScope: 'agent:entity.application.pay' },
  params: ById,
  notFound: apiErrors.applicationNotFound,
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

export const payApplicationVoucher = defineAskingRoute({
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

export const payApplicationCoupon = defineAskingRoute({
  ...paidByVoucher,
  operationId: 'payLegalEntityApplicationWithCoupon',
  path: '/api/v1/legal_entity_applications/{id}/pay/coupon',
  entry: 'functions/applications/pay-voucher.ts',
  summary: 'Pay an application with a voucher (previous address)',
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
  notFound: apiErrors.applicationNotFound,
  errors: [...apiErrors.keyErrors, apiErrors.applicationNotFound, ...answerErrors],
  spec: '2.6',
});
