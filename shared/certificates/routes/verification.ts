import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  CertificateLink,
  CertificateSearch,
  CertificateVerification,
} from '../contracts/certificate.ts';
import { verifications } from '../domain/verification-code.ts';
import * as certificateErrors from '../errors/certificate-errors.ts';

export const showCertificate = defineRoute({
  operationId: 'verifyCertificate',
  method: 'GET',
  path: '/certificates/{code}',
  entry: 'functions/pages/certificate.ts',
  summary: 'Verify a certificate',
  description: `The QR code on a document leads here. It shows whether the document is genuine. For a legal entity, it shows the entity, what was changed, and whether the entity is in good standing today. For an agreement, it shows the resident, the residency, and whether the person has an active residency today. \`withdrawn\` shows since when the document is invalid, and what replaces it. Spaces, dashes and case are ignored. With \`Accept: application/json\` and without \`text/html\`, you get JSON (for an unknown code, 404 with \`genuine: false\`); otherwise a page. Limit: ${verifications.max} calls a minute from one network address.`,
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
    { ...apiErrors.tooManyAttempts, when: 'Wait for `Retry-After`.' },
  ],
  // Requests are counted for the limit.
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
  summary: 'Show the form for a document code',
  description:
    'Shows a form for the code of a document. With `code`, which the form sends, it redirects to `/certificates/{code}` (303).',
  tag: 'Certificates of Good Standing',
  auth: { scheme: 'none' },
  query: CertificateSearch,
  produces: pageType,
  errors: [],
  table: 'none',
  service: true,
  spec: '2.8',
});
