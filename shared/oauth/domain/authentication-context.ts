import { isByPasskey } from '../../sign-in/domain/authentication-methods.ts';

/**
 * The authentication methods in tokens (`acr`): a code or link that was emailed and works once, or
 * a passkey with user verification.
 */
export const authenticationContexts = {
  emailedCode: 'urn:registry:acr:emailed-code',
  passkey: 'urn:registry:acr:passkey',
} as const;

/** Claims about the sign-in in ID and access tokens. */
export function authenticationClaims(amr: readonly string[]): {
  readonly acr: string;
  readonly amr: readonly string[];
} {
  const { emailedCode, passkey } = authenticationContexts;
  return { acr: isByPasskey(amr) ? passkey : emailedCode, amr };
}
