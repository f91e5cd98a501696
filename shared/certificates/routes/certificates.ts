import * as accessErrors from '../../access/errors/access-errors.ts';
import { ReferencedListQuery } from '../../kernel/contracts/own-list.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineAskingRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute, ownListNote } from '../../kernel/http/route.ts';
import * as paymentErrors from '../../payments/errors/payment-errors.ts';
import { answerErrors, answerRow } from '../../reviews/http/decision-rows.ts';
import {
  CertificateRequestAnswer,
  CertificateRequestList,
  CertificateRequestPath,
  CertificateVoucher,
  CreateCertificateRequest,
  CreatedCertificateRequest,
  PaidCertificateRequest,
} from '../contracts/certificate.ts';
import * as certificateErrors from '../errors/certificate-errors.ts';
import {
  exampleCertificateRequest,
  exampleIssuedCertificateRequest,
  examplePaidCertificateRequest,
} from './certificate-examples.ts';

const tag = 'Certificates of Good Standing';

export const listCertificateRequests = defineRoute({
  operationId: 'listCertificateRequests',
  method: 'GET',
  path: '/api/v1/legal_entities/{id}/certificate_requests',
  entry: 'functions/certificates/read.ts',
  summary: 'List certificate requests',
  description: `Lists the certificate requests of a legal entity and tells you whether it is eligible for another one. ${ownListNote} \`eligibility.taxCompliant\` is true if the taxes are paid, and false if you must contest overdue taxes. It is null if the status is unknown or irrelevant; null does not mean that no taxes are due.`,
  tag,
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.read' },
  params: ById,
  notFound: apiErrors.legalEntityNotFound,
  query: ReferencedListQuery,
  response: CertificateRequestList,
  example: {
    response: {
      data: [exampleCertificateRequest],
      eligibility: { eligible: true, reason: null, taxCompliant: true },
    },
  },
  errors: [...apiErrors.keyErrors, apiErrors.legalEntityNotFound],
  table: 'read',
  service: true,
  documents: { get: ['documents'] },
  spec: '4.16',
});

export const createCertificateRequest = defineRoute({
  operationId: 'createCertificateRequest',
  method: 'POST',
  path: '/api/v1/legal_entities/{id}/certificate_requests',
  entry: 'functions/certificates/create.ts',
  summary: 'Request a Certificate of Good Standing',
  description:
    'Creates the request with its invoice. If the entity has an open or issued request, you get that one, unchanged. Send `contest` only if taxes are overdue. To get a `contest.proofUrl`, upload the proof on the portal page `/portal/uploads/tax-proof`. A contested request goes to review once you pay it.',
  tag,
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.create' },
  params: ById,
  notFound: apiErrors.legalEntityNotFound,
  body: CreateCertificateRequest,
  bodyPresence: 'optional',
  response: CreatedCertificateRequest,
  example: {
    request: {},
    response: { data: exampleCertificateRequest, nextSteps: exampleCertificateRequest.nextSteps },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.keyErrors,
    ...accessErrors.keyLimitErrors,
    apiErrors.legalEntityNotFound,
    certificateErrors.certificateWrongEntityType,
    certificateErrors.certificateNotInGoodStanding,
    certificateErrors.certificateTaxOverdue,
    ...apiErrors.idempotencyErrors,
  ],
  table: 'read',
  writes: {
    put: [
      'audit',
      'certificateClaim',
      'certificateRequest',
      'certificateRequestEntity',
      'effect',
      'invoice',
    ],
    update: ['attempts', 'taxProof'],
    check: ['entity', 'manifestation', 'representative'],
  },
  documents: { get: ['documents'] },
  service: true,
  idempotent: 'answer-or-effect',
  spec: '4.16',
});

export const getCertificateRequest = defineRoute({
  operationId: 'getCertificateRequest',
  method: 'GET',
  path: '/api/v1/legal_entities/{id}/certificate_requests/{requestId}',
  entry: 'functions/certificates/read.ts',
  summary: 'Retrieve a certificate request',
  description:
    'Returns the request. Poll until `statusId` is `Issued`, `Rejected` or `Cancelled`. Once it is issued, `documentUrl` links to the PDF. The link needs no credential and expires after one hour.',
  tag,
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.read' },
  params: CertificateRequestPath,
  notFound: certificateErrors.certificateRequestNotFound,
  response: CertificateRequestAnswer,
  example: { response: { data: exampleIssuedCertificateRequest } },
  errors: [
    ...apiErrors.keyErrors,
    apiErrors.legalEntityNotFound,
    certificateErrors.certificateRequestNotFound,
  ],
  table: 'read',
  service: true,
  documents: { get: ['documents'] },
  spec: '4.16',
});

export const payCertificateVoucher = defineAskingRoute({
  operationId: 'payCertificateRequestWithVoucher',
  method: 'POST',
  path: '/api/v1/legal_entities/{id}/certificate_requests/{requestId}/pay/voucher',
  entry: 'functions/certificates/pay-voucher.ts',
  summary: 'Pay a certificate request with a voucher',
  description:
    'Pays the invoice. The voucher must cover all of it. The certificate is issued, or the request goes to review, after the response, so `statusId` can still be `Pending Payment` in it.',
  tag,
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.pay' },
  params: CertificateRequestPath,
  notFound: certificateErrors.certificateRequestNotFound,
  body: CertificateVoucher,
  response: PaidCertificateRequest,
  example: {
    request: { voucherCode: 'WELCOME-2026' },
    response: {
      success: true,
      data: examplePaidCertificateRequest,
      message: 'Payment applied. The certificate is being issued.',
    },
  },
  errors: [
    apiErrors.invalidBody,
    paymentErrors.invoiceAlreadyPaid,
    paymentErrors.invoiceNotPayable,
    ...paymentErrors.voucherErrors('Voucher'),
    ...apiErrors.keyErrors,
    ...accessErrors.keyLimitErrors,
    apiErrors.legalEntityNotFound,
    certificateErrors.certificateRequestNotFound,
    { ...certificateErrors.certificateNotOpen, when: 'The request was cancelled.' },
    certificateErrors.certificateNotInGoodStanding,
    ...apiErrors.idempotencyErrors,
  ],
  table: 'read',
  service: true,
  writes: {
    put: ['audit', 'certificateRequest', 'effect', 'event', 'invoice'],
    update: ['attempts', 'voucher'],
    check: ['manifestation', 'representative'],
  },
  idempotent: 'answer-or-effect',
  spec: '4.16',
});

export const answerCertificateInformation = defineRoute({
  ...answerRow,
  operationId: 'answerCertificateRequestInformation',
  path: '/api/v1/legal_entities/{id}/certificate_requests/{requestId}/information',
  tag,
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.create' },
  params: CertificateRequestPath,
  notFound: certificateErrors.certificateRequestNotFound,
  errors: [
    ...apiErrors.keyErrors,
    apiErrors.legalEntityNotFound,
    certificateErrors.certificateRequestNotFound,
    ...answerErrors,
  ],
  spec: '4.16',
});
