import { uniformInteger } from '../../kernel/domain/uniform-integer.ts';
import type { CredentialKind } from './credential.ts';

/** For how long a wallet can take up an offer, in milliseconds. */
export const offerLifetime = 600_000;

/** After so many wrong transaction codes an offer is over. */
export const maxWrongTxCodes = 5;

/** Digits of a transaction code: what its owner types into the wallet, so that who saw the QR code alone gets nothing. */
export const txCodeLength = 6;

/** What a wallet was offered. Instants are ISO 8601 in UTC. */
export interface Offer {
  readonly kind: CredentialKind;
  readonly legalEntityId: string | null;
  readonly wrongCodes: number;
  readonly redeemedAt: string | null;
  readonly expiresAt: string;
}

export const offerStatuses = ['open', 'redeemed', 'closed', 'expired'] as const;
export type OfferStatus = (typeof offerStatuses)[number];

/** How an offer stands: only an open one can be redeemed. `closed`: there were too many wrong transaction codes. */
export function offerStatus(
  { redeemedAt, wrongCodes, expiresAt }: Offer,
  now: string,
): OfferStatus {
  if (redeemedAt !== null) return 'redeemed';
  if (wrongCodes >= maxWrongTxCodes) return 'closed';
  return expiresAt <= now ? 'expired' : 'open';
}

/** A new transaction code. `random` gives that many random bytes. */
export function drawTxCode(random: (bytes: number) => Uint8Array): string {
  return String(uniformInteger(10 ** txCodeLength, random)).padStart(txCodeLength, '0');
}
