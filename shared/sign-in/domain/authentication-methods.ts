/**
 * How someone has shown who they are, by the words of RFC 8176, section 2:
 *
 * - `otp`: a code or link that was emailed to them and works once.
 * - `hwk`, `swk`: a passkey; `hwk` one that its authenticator says never leaves it, `swk` one that is kept in several
 *   places. No attestation is asked for, so this is the authenticator's own word.
 * - `user`: they were there and touched it.
 * - `mfa`: the authenticator asked for a PIN, a finger or a face as well: what they have, and what they know or are.
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
  /** What stands for it in its key. */
  readonly reference: string;
}): SignInProof {
  return { amr: [synced ? 'swk' : 'hwk', 'user', 'mfa'], passkey: reference };
}

/** Whether it was a passkey. */
export function isByPasskey(amr: readonly string[]): boolean {
  return amr.includes('hwk') || amr.includes('swk');
}
