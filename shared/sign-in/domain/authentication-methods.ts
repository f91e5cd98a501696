/**
 * Authentication methods, named as in RFC 8176, section 2:
 *
 * - `otp`: an emailed code or link that works once.
 * - `hwk`, `swk`: a passkey. By its authenticator's own statement, `hwk` never leaves it, and `swk` is
 *   stored in several places. No attestation is requested.
 * - `user`: the person was present and touched the authenticator.
 * - `mfa`: the authenticator also checked a PIN, a fingerprint or a face.
 */
const authenticationMethods = ['otp', 'hwk', 'swk', 'user', 'mfa'] as const;
type AuthenticationMethod = (typeof authenticationMethods)[number];

/** How someone signed in. */
export interface SignInProof {
  readonly amr: readonly AuthenticationMethod[];
  /** The passkey's reference; absent for a sign-in by email. */
  readonly passkey?: string | undefined;
}

/** For a person who entered an emailed code, or followed an emailed link. */
export const byMail: SignInProof = { amr: ['otp'] };

/** For a person who signed in with a passkey. All of the service's own passkeys are used with user verification. */
export function byPasskey({
  synced,
  reference,
}: {
  readonly synced: boolean;
  /** The digest of the credential id. */
  readonly reference: string;
}): SignInProof {
  return { amr: [synced ? 'swk' : 'hwk', 'user', 'mfa'], passkey: reference };
}

export function isByPasskey(amr: readonly string[]): boolean {
  return amr.includes('hwk') || amr.includes('swk');
}
