import { uniformInteger } from '../../kernel/domain/code.ts';

/** The statement of a credential: someone is a resident, or an entity is in good standing. */
export const credentialKinds = ['residency', 'good_standing'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** Why a credential is no longer valid before its end. */
export const revocationReasons = [
  /** Its holder took it back. */
  'holder',
  /** Its wallet reported that the holder deleted or refused it. */
  'deleted',
  'residency_ended',
  'residency_changed',
  'person_deactivated',
  'entity_dissolved',
  'standing_lost',
  /** Its holder no longer represents the entity. */
  'representation_ended',
  /** A lost mailbox is dealt with: nobody acts in the holder’s name. */
  'person_suspended',
  /** The name or the number that it says is another one now. */
  'particulars_changed',
  /** An operator found that it should not have been issued. */
  'issued_in_error',
  /** An operator: someone else may have signed with the key. */
  'key_compromised',
] as const;
export type RevocationReason = (typeof revocationReasons)[number];

/** For how long a credential is good, in milliseconds, unless the residency ends before. */
const credentialLifetime = 30 * 86_400_000;

/**
 * How many keys one request can have. Each gets a copy. With all other writes this stays below the limit of 100 in a
 * transaction.
 */
export const batchSize = 10;

/** Until when a credential of this moment is good: never past the end of what it says. */
export function credentialEnd(now: Date, terminationDate: string | null): string {
  const usual = new Date(now.getTime() + credentialLifetime).toISOString();
  return terminationDate !== null && terminationDate < usual ? terminationDate : usual;
}

/** Shown times are cut to this: a day, in seconds. */
const cut = 86_400;

/**
 * The times that a credential shows, in Unix seconds, cut to the day: an exact second would let verifiers link presentations, and copies
 * of one batch (RFC 9901, section 10.1). The end stays exact where the day before it has begun already.
 */
export function shownTimes({
  issuedAt,
  expiresAt,
}: {
  readonly issuedAt: string;
  readonly expiresAt: string;
}): { readonly iat: number; readonly exp: number } {
  const iat = Math.floor(Date.parse(issuedAt) / 1000);
  const exp = Math.floor(Date.parse(expiresAt) / 1000);
  const end = exp - (exp % cut);
  return { iat: iat - (iat % cut), exp: end > iat ? end : exp };
}

/** The status of a credential at an instant. */
export function credentialState(
  { revokedAt, expiresAt }: { readonly revokedAt: string | null; readonly expiresAt: string },
  now: string,
): 'good' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'good';
}

/** Data about a credential except its claims. */
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

/** For how long a wallet can take up an offer, in milliseconds. */
export const offerLifetime = 600_000;

/** So many transaction codes can be tried at an offer. */
export const maxTries = 5;

/** Digits of a transaction code: what its owner types into the wallet, so that who saw the QR code alone gets nothing. */
export const txCodeLength = 6;

/** A new transaction code. `random` gives that many random bytes. */
export function drawTxCode(random: (bytes: number) => Uint8Array): string {
  return String(uniformInteger(10 ** txCodeLength, random)).padStart(txCodeLength, '0');
}
