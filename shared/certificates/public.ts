/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'contracts/portal-certificates-contract',
  'db/certificates',
  'db/tax-proofs',
  'domain/certificate',
  'domain/certificate-type',
  'mail/certificate-letters',
  'pages/certificate-line',
  'pdf/certificate-of-good-standing',
  'usecases/approve-certificate',
  'usecases/cancel-certificate',
  'usecases/certificate-code',
  'usecases/certificate-payment',
  'usecases/issue-certificate',
  'usecases/issue-certified-document',
  'usecases/read-certificate-request',
  'usecases/review-certificate',
];
