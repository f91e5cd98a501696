import { uniformInteger } from '../../kernel/domain/code.ts';

/** The statement of a credential: someone is a resident, or an entity is in good standing. */
export const credentialKinds = ['residency', 'good_standing'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** Why a credential was revoked before its expiry. */
export const revocationReasons = [
  /** Its holder revoked it. */
  'holder',
  /** Its wallet reported that the holder deleted or refused it. */
  'deleted',
  'residency_ended',
  'residency_changed',
  'person_deactivated',
  'entity_dissolved',
  'good_standing_ended',
  /** Its holder no longer represents the entity. */
  'representation_ended',
  /** A mailbox case is open: nobody can act in the holder’s name. */
  'person_suspended',
  /** A name or number in it has changed. */
  'particulars_changed',
  /** An operator found that it was wrongly issued. */
  'issued_in_error',
  /** An operator: another person may have used the key. */
  'key_compromised',
] as const;
export type RevocationReason = (typeof revocationReasons)[number];

/** How long a credential is valid, in milliseconds, unless the residency ends before. */
const credentialLifetime = 30 * 86_400_000;

/**
 * How many keys one request can have. Each gets a copy. With all other writes this stays below the
 * limit of 100 in a transaction.
 */
export const batchSize = 10;

/** The expiry of a credential issued now: never after the end of what it states. */
export function credentialEnd(now: Date, terminationDate: string | null): string {
  const usual = new Date(now.getTime() + credentialLifetime).toISOString();
  return terminationDate !== null && terminationDate < usual ? terminationDate : usual;
}

/** The granularity of the times in a credential: a day, in seconds. */
const cut = 86_400;

/**
 * The times in a credential, in Unix seconds, truncated to the day: exact seconds would let
 * verifiers link presentations, and copies of one batch (RFC 9901, section 10.1). The expiry stays
 * exact if truncation would put it in the past.
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

/** Data about a credential, without its claims. */
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

/** How long a wallet can redeem an offer, in milliseconds. */
export const offerLifetime = 600_000;

/** The number of transaction codes that can be tried for an offer. */
export const maxTries = 5;

/**
 * The number of digits of a transaction code. The holder types it into the wallet, so seeing the QR
 * code is not enough.
 */
export const txCodeLength = 6;

/** A new transaction code. `random` returns the given number of random bytes. */
export function drawTxCode(random: (bytes: number) => Uint8Array): string {
  return String(uniformInteger(10 ** txCodeLength, random)).padStart(txCodeLength, '0');
}
