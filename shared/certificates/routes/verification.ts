import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  CertificateLink,
  CertificateSearch,
  CertificateVerification,
} from '../contracts/certificate.ts';
import * as certificateErrors from '../errors/certificate-errors.ts';

export const showCertificate = defineRoute({
  operationId: 'verifyCertificate',
  method: 'GET',
  path: '/certificates/{code}',
  entry: 'functions/pages/certificate.ts',
  summary: 'Verify a certificate',
  description:
    'Where the QR code on a certificate leads, of good standing, organization or amendment, on a Rider to the Agreement of Coexistence, or on the agreement of a resident: whether it is genuine, for which legal entity, of an amendment what was changed, and whether the entity is in good standing today; of an agreement whose it is, for which residency, and whether they have an active one today. A resident’s code is unknown once their application is erased. `withdrawn` says since when it no longer stands, and which document replaces it. Spaces, dashes and case of the code don’t matter. With `Accept: application/json`, and without `text/html`, the answer is JSON, for an unknown code 404 with `genuine: false`; otherwise it is a page. 30 looks a minute from one network address.',
  tag: 'Certificates of Good Standing',
  auth: { scheme: 'none' },
  params: CertificateLink,
  produces: pageType,
  json: CertificateVerification,
  example: {
    response: {
      genuine: true,
      type: 'certificate_of_good_standing',
      legalEntity: { name: 'Acme LLC', residentPermitNumber: '80000000000012' },
      issuedAt: '2026-01-20T10:01:05.000Z',
      inGoodStanding: true,
      change: null,
      sha256: '526578ab414199a2636cb3ff13c28a18e927dbfb8b82c04acaf21da27d5442cb',
      withdrawn: null,
    },
  },
  errors: [
    certificateErrors.certificateNotFound,
    { ...apiErrors.tooManyAttempts, when: 'with `Retry-After`' },
  ],
  // The looks are counted.
  table: 'read',
  writes: { update: ['attempts'] },
  service: true,
  spec: '2.8',
});

export const searchCertificate = defineRoute({
  operationId: 'searchCertificate',
  method: 'GET',
  path: '/certificates',
  entry: 'functions/pages/certificate.ts',
  summary: 'A field for the code of a document',
  description:
    'A page for people who have a document in their hands. With `code`, which is sent by its form, it leads to `/certificates/{code}` (303).',
  tag: 'Certificates of Good Standing',
  auth: { scheme: 'none' },
  query: CertificateSearch,
  produces: pageType,
  errors: [],
  table: 'none',
  service: true,
  spec: '2.8',
});
