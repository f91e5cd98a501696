/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'contracts/portal-certificates-contract',
  'db/certificates',
  'db/tax-proofs',
  'domain/certificate',
  'domain/certificate-type',
  'errors/certificate-errors',
  'pages/certificate-status',
  'pdf/requested-certificates',
  'texts/index',
  'usecases/approve-certificate',
  'usecases/cancel-certificate',
  'usecases/issue-certificate',
  'usecases/pay-certificate',
  'usecases/read-certificate-request',
  'usecases/verify-certificate',
];
