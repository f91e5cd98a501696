import { OwnListQuery } from '../../kernel/contracts/own-list.ts';
import { ById } from '../../kernel/contracts/text.ts';
import {
  entityNotFound,
  idempotencyErrors,
  invalidBody,
  keyErrors,
  voucherErrors,
} from '../../kernel/http/error-cases.ts';
import { defineRoute, type ErrorCase, ownListNote } from '../../kernel/http/route.ts';
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
import {
  exampleCertificateRequest,
  exampleIssuedCertificateRequest,
  examplePaidCertificateRequest,
} from './certificate-examples.ts';

const tag = 'Certificates of Good Standing';

const requestNotFound: ErrorCase = {
  status: 404,
  error: 'Certificate request not found',
  when: 'the legal entity has no request with this id',
};

const notInGoodStanding: ErrorCase = {
  status: 409,
  error: 'The legal entity is not in good standing',
  code: 'certificate.not_in_good_standing',
  when: 'its residency is not active, or it is dissolved',
};

export const listCertificateRequests = defineRoute({
  operationId: 'listCertificateRequests',
  method: 'GET',
  path: '/api/v1/legal_entities/{id}/certificate_requests',
  entry: 'functions/certificates/read.ts',
  summary: 'List certificate requests',
  description: `Lists the certificate requests of a legal entity and tells you whether it is eligible for another one. ${ownListNote} \`eligibility.taxCompliant\` is true, or false if you need a contest. It is null if the status is unknown or irrelevant; null does not mean that no taxes are due.`,
  tag,
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.read' },
  params: ById,
  notFound: entityNotFound.error,
  query: OwnListQuery,
  response: CertificateRequestList,
  example: {
    response: {
      data: [exampleCertificateRequest],
      eligibility: { eligible: true, reason: null, taxCompliant: true },
    },
  },
  errors: [...keyErrors, entityNotFound],
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
  notFound: entityNotFound.error,
  body: CreateCertificateRequest,
  bodyPresence: 'optional',
  response: CreatedCertificateRequest,
  example: {
    request: {},
    response: { data: exampleCertificateRequest, nextSteps: exampleCertificateRequest.nextSteps },
  },
  errors: [
    invalidBody,
    ...keyErrors,
    entityNotFound,
    {
      status: 409,
      error: 'Entities of this type have no Certificate of Good Standing',
      code: 'certificate.not_eligible_entity_type',
    },
    notInGoodStanding,
    {
      status: 409,
      error: 'Overdue taxes block the certificate unless they are contested',
      code: 'certificate.tax_overdue',
    },
    ...idempotencyErrors,
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
    update: ['taxProof'],
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
  notFound: requestNotFound.error,
  response: CertificateRequestAnswer,
  example: { response: { data: exampleIssuedCertificateRequest } },
  errors: [...keyErrors, entityNotFound, requestNotFound],
  table: 'read',
  service: true,
  documents: { get: ['documents'] },
  spec: '4.16',
});

export const payCertificateVoucher = defineRoute({
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
  notFound: requestNotFound.error,
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
    invalidBody,
    { status: 400, error: 'Invoice is already paid' },
    { status: 400, error: 'Invoice is not open for payment', when: 'an operator voided it' },
    ...voucherErrors('Voucher'),
    ...keyErrors,
    entityNotFound,
    requestNotFound,
    {
      status: 409,
      error: 'The certificate request is not open',
      code: 'certificate.not_open',
      when: 'it was cancelled',
    },
    notInGoodStanding,
    ...idempotencyErrors,
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
  notFound: requestNotFound.error,
  errors: [...keyErrors, entityNotFound, requestNotFound, ...answerErrors],
  spec: '4.16',
});
