import { DocumentPath } from '../../documents/contracts/document-contract.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, listNote } from '../../kernel/http/route.ts';
import {
  AdminCertificateRequestAnswer,
  CancelCertificateRequest,
  CertificatePage,
  CertificateQuery,
  WithdrawDocumentBody,
  WithdrawnDocumentAnswer,
} from '../contracts/admin-certificates.ts';
import * as certificateErrors from '../errors/certificate-errors.ts';
import {
  exampleCertificateRequest,
  exampleIssuedCertificateRequest,
} from './certificate-examples.ts';

const shared = {
  entry: 'functions/admin/certificates.ts',
  tag: 'Operators: certificate requests',
  auth: { scheme: 'operator' },
  params: ById,
  response: AdminCertificateRequestAnswer,
  documents: { get: ['documents', 'tax-proofs'] },
  service: true,
  spec: 'admin 6',
} as const;

export const adminGetCertificateRequest = defineRoute({
  ...shared,
  operationId: 'adminGetCertificateRequest',
  method: 'GET',
  path: '/admin/v1/certificate_requests/{id}',
  summary: 'Read a certificate request',
  description:
    '`referredFor` shows why a reviewer must decide. `taxPaymentProofFileUrl` links to the uploaded proof for an hour.',
  example: {
    response: {
      data: {
        ...exampleIssuedCertificateRequest,
        verificationCode: 'K7QM2XW9HT4RZC6N',
        referredFor: null,
        taxPaymentProofFileUrl: null,
        taxPaymentProofFileState: null,
      },
    },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  table: 'read',
});

export const adminCancelCertificateRequest = defineRoute({
  ...shared,
  operationId: 'adminCancelCertificateRequest',
  method: 'POST',
  path: '/admin/v1/certificate_requests/{id}/cancel',
  summary: 'Cancel a certificate request',
  description: 'Voids an unpaid invoice and closes a pending review. Payments are not refunded.',
  body: CancelCertificateRequest,
  bodyPresence: 'optional',
  example: {
    request: { reason: 'Asked for by mistake' },
    response: {
      data: {
        ...exampleCertificateRequest,
        statusId: 'Cancelled',
        invoice: { ...exampleCertificateRequest.invoice, statusId: 'void' },
        nextSteps: { ...exampleCertificateRequest.nextSteps, paymentRequired: false },
        verificationCode: null,
        referredFor: null,
        taxPaymentProofFileUrl: null,
        taxPaymentProofFileState: null,
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    {
      ...certificateErrors.certificateNotOpen,
      when: 'The request was issued, rejected or cancelled.',
    },
  ],
  table: 'read',
  writes: {
    put: [
      'actReason',
      'audit',
      'certificateRequest',
      'invoice',
      'listed',
      'review',
      'reviewParty',
      'reviewOf',
      'reviewWord',
    ],
    delete: ['certificateClaim', 'listed'],
  },
});

export const adminListCertificateRequests = defineRoute({
  operationId: 'adminListCertificateRequests',
  method: 'GET',
  path: '/admin/v1/certificate_requests',
  entry: 'functions/admin/certificates.ts',
  summary: 'List certificate requests',
  description: `\`referredFor\` shows why a reviewer must decide. ${listNote}`,
  tag: 'Operators: certificates',
  auth: { scheme: 'operator' },
  query: CertificateQuery,
  response: CertificatePage,
  example: {
    response: {
      data: [
        {
          id: exampleCertificateRequest.id,
          legalEntityId: exampleCertificateRequest.legalEntityId,
          statusId: 'Pending Payment',
          requestedBy: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
          contested: false,
          referredFor: null,
          invoiceId: 'e2b51c5e-7a0f-4f6c-8b57-3c1de2f4a690',
          paidAt: null,
          issuedAt: null,
          documentId: null,
          createdAt: '2026-01-16T09:30:00.000Z',
        },
      ],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: apiErrors.operatorErrors,
  table: 'read',
  indexes: ['gsi1', 'gsi2'],
  spec: 'admin 9',
});

export const adminWithdrawDocument = defineRoute({
  operationId: 'adminWithdrawDocument',
  method: 'POST',
  path: '/admin/v1/legal_entities/{id}/documents/{documentId}/withdraw',
  entry: 'functions/admin/certificates.ts',
  summary: 'Withdraw a document that was issued or stored by mistake',
  description:
    'You can’t undo this. The document and its file are kept. People who verify it see that it is withdrawn, since when, and which document replaces it. The reason is for operators. The representatives are notified by email. If a Certificate of Good Standing is withdrawn, the next request creates a new one. To correct a document, store or issue the right one first and send its id in `replacedBy`.',
  tag: 'Operators: legal entities',
  auth: { scheme: 'operator' },
  params: DocumentPath,
  body: WithdrawDocumentBody,
  response: WithdrawnDocumentAnswer,
  example: {
    request: {
      reason: 'Issued with the address of another entity',
      replacedBy: '6f3c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c22',
    },
    response: {
      data: {
        id: '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21',
        name: 'Certificate of Good Standing',
        sha256: 'd5db70fbccdd8ccc6a553604b79a09cd33083b401340d546efa08a52142c972e',
        withdrawnAt: '2026-01-17T09:30:00.000Z',
        replacedBy: '6f3c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c22',
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    certificateErrors.documentWithdrawn,
  ],
  table: 'read',
  writes: {
    put: ['audit', 'event', 'withdrawal'],
    delete: ['certificateClaim'],
    check: ['withdrawal'],
  },
  spec: 'admin 5',
});
