/** What a credential says: that somebody is a resident, or that an entity is in good standing. */
export const credentialKinds = ['residency', 'good_standing'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** Why a credential counts no more before its end. */
export const revocationReasons = [
  /** Its holder took it back. */
  'holder',
  /** Its wallet says that its holder deleted it, or did not take it. */
  'deleted',
  'residency_ended',
  'residency_changed',
  'person_deactivated',
  'entity_dissolved',
  'standing_lost',
  /** Its holder represents the entity no more. */
  'representation_ended',
  /** A lost mailbox is dealt with: nobody acts in the holder’s name. */
  'person_suspended',
  /** The name or the number that it says is another one now. */
  'particulars_changed',
  /** An operator found that it should not have been issued. */
  'issued_in_error',
  /** An operator: somebody else may have signed with the key. */
  'key_compromised',
] as const;
export type RevocationReason = (typeof revocationReasons)[number];

/** For how long a credential is good, in milliseconds, unless the residency ends before. */
export const credentialLifetime = 30 * 86_400_000;

/** So many keys can one request bring, each of which gets a copy. With all that goes along it is below the 100 writes of a transaction. */
export const batchSize = 10;

/** Until when a credential of this moment is good: never past the end of what it says. */
export function credentialEnd(now: Date, terminationDate: string | null): string {
  const usual = new Date(now.getTime() + credentialLifetime).toISOString();
  return terminationDate !== null && terminationDate < usual ? terminationDate : usual;
}

/** Times of several copies are cut to this: an hour, in seconds. */
const cut = 3_600;

/**
 * When a credential says that it was issued, and until when it is good, in Unix seconds. Those of copies are cut to the hour, which
 * others share: a second would tell that they belong together. The end stays where the hour before has begun already.
 */
export function shownTimes({
  issuedAt,
  expiresAt,
  alone,
}: {
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly alone: boolean;
}): { readonly iat: number; readonly exp: number } {
  const [iat, exp] = [issuedAt, expiresAt].map((at) => Math.floor(Date.parse(at) / 1000));
  if (iat === undefined || exp === undefined) throw new Error('unreachable: there are two');
  if (alone) return { iat, exp };
  const end = exp - (exp % cut);
  return { iat: iat - (iat % cut), exp: end > iat ? end : exp };
}

/** How a credential stands at an instant. */
export function credentialState(
  { revokedAt, expiresAt }: { readonly revokedAt: string | null; readonly expiresAt: string },
  now: string,
): 'good' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'good';
}

/** What is known of a credential beside what it says. */
export interface StoredCredentialFacts {
  readonly id: string;
  readonly kind: CredentialKind;
  readonly personId: string;
  readonly legalEntityId: string | null;
  readonly status: { readonly list: string; readonly index: number };
  readonly copies?: readonly object[] | undefined;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly revokedReason: RevocationReason | null;
}
