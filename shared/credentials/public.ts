/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'domain/revocation',
  'errors/credential-errors',
  'usecases/credentials',
];
