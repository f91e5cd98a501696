/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'contracts/amendment',
  'contracts/portal-amendments-contract',
  'db/amendments',
  'domain/amendment',
  'domain/proposed-changes',
  'errors/amendment-errors',
  'pages/amendment-parts',
  'pdf/certificate-of-amendment',
  'usecases/decide-amendment',
  'usecases/read-amendment',
  'usecases/submit-amendment',
  'usecases/write-to-representatives',
];
