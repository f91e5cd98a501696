import * as z from 'zod/mini';
import { maxProofBytes } from '../../documents/domain/proof-file.ts';
import * as documentErrors from '../../documents/errors/document-errors.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm, shownPage } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { PaidQuery, PayInPortal } from '../../payments/contracts/payment-contract.ts';
import {
  OwnCertificate,
  OwnCertificates,
  RequestedKind,
} from '../contracts/portal-certificates-contract.ts';

const shared = {
  ...portalPage,
  entry: 'functions/portal/entities.ts',
  spec: '4.16',
} as const;
const shown = { ...shared, ...shownPage } as const;

export const showNewCertificate = defineRoute({
  ...shown,
  operationId: 'showNewCertificate',
  path: '/portal/legal-entities/{entityId}/good-standing/new',
  params: OwnCertificates,
  query: RequestedKind,
  summary: 'Show whether a legal entity is eligible for a certificate',
});

export const requestCertificateOnPage = defineRoute({
  ...shared,
  method: 'POST',
  operationId: 'requestCertificate',
  path: '/portal/legal-entities/{entityId}/good-standing/new',
  params: OwnCertificates,
  query: RequestedKind,
  bodyType: 'bytes',
  body: z.unknown(),
  // The file, plus the form encoding around it.
  maxBodyBytes: maxProofBytes + 20_000,
  writes: {
    put: [
      'audit',
      'certificateClaim',
      'certificateRequest',
      'certificateRequestEntity',
      'effect',
      'invoice',
      'taxProof',
      'uploadScan',
    ],
    update: ['attempts', 'session', 'taxProof'],
    check: ['entity', 'representative'],
  },
  documents: { put: ['tax-proofs'] },
  summary: 'Request a Certificate of Good Standing',
  errors: [
    apiErrors.foreignForm,
    documentErrors.uploadRefused,
    { ...apiErrors.tooManyAttempts, when: 'Wait for `Retry-After`.' },
  ],
});

export const showOwnCertificate = defineRoute({
  ...shown,
  operationId: 'showOwnCertificate',
  path: '/portal/legal-entities/{entityId}/good-standing/{requestId}',
  params: OwnCertificate,
  query: PaidQuery,
  payments: true,
  summary: 'Show a certificate request and its next steps',
});

export const payCertificateOnPage = defineRoute({
  ...shared,
  ...sentForm,
  operationId: 'payCertificate',
  path: '/portal/legal-entities/{entityId}/good-standing/{requestId}/pay',
  params: OwnCertificate,
  body: PayInPortal,
  payments: true,
  writes: {
    put: ['audit', 'certificateRequest', 'checkoutSession', 'effect', 'event', 'invoice'],
    update: ['attempts', 'session', 'voucher'],
    check: ['invoice', 'representative'],
  },
  summary: 'Pay a certificate with a voucher or a checkout',
});

export const cancelCertificateOnPage = defineRoute({
  ...shared,
  ...sentForm,
  operationId: 'cancelOwnCertificate',
  path: '/portal/legal-entities/{entityId}/good-standing/{requestId}/cancel',
  params: OwnCertificate,
  body: z.object({}),
  writes: {
    put: [
      'audit',
      'certificateRequest',
      'invoice',
      'listed',
      'review',
      'reviewParty',
      'reviewOf',
      'reviewWord',
    ],
    update: ['session'],
    delete: ['certificateClaim', 'listed'],
    check: ['representative'],
  },
  summary: 'Cancel a certificate request',
});
