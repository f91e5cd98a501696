/** The files that other capabilities can import, in addition to routes. */
export const publicFiles: readonly string[] = [
  'auth/session',
  'contracts/portal-sign-in-contract',
  'db/passkeys',
  'db/sessions',
  'domain/authentication-methods',
  'domain/passkey',
  'domain/session',
  'domain/sign-in-code',
  'domain/sign-in-reason',
  'mail/sign-in-emails',
  'usecases/passkeys',
  'usecases/sessions',
  'usecases/start-sign-in',
];
