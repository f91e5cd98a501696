import { isByPasskey } from '../../sign-in/domain/authentication-methods.ts';

/**
 * How people sign in, as tokens say it (`acr`): with a code or link that was emailed to them and works once, or with
 * a passkey that has verified its user.
 */
export const authenticationContexts = {
  mailedCode: 'urn:registry:acr:mailed-code',
  passkey: 'urn:registry:acr:passkey',
} as const;

/** Claims about the sign-in in ID and access tokens. */
export function authenticationClaims(amr: readonly string[]): {
  readonly acr: string;
  readonly amr: readonly string[];
} {
  const { mailedCode, passkey } = authenticationContexts;
  return { acr: isByPasskey(amr) ? passkey : mailedCode, amr };
}
