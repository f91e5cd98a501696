/** The files that other capabilities can import, in addition to routes. */
export const publicFiles: readonly string[] = [
  'domain/revocation',
  'errors/credential-errors',
  'usecases/credentials',
];
