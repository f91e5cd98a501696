import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { credentialKinds, maxTries } from '../domain/credential.ts';

/** How long a wallet can renew without a new offer, in milliseconds: 180 days. */
export const grantLifetime = 180 * 86_400_000;

/** A wallet's right to a credential and its renewals. */
export const StoredCredentialGrant = z.object({
  id: z.string(),
  personId: z.string(),
  kind: z.enum(credentialKinds),
  legalEntityId: z.nullable(z.string()),
  /**
   * The person's epoch at the time of the offer: a deactivation increases it, which ends the grant.
   */
  credentialEpoch: z.int(),
  /** Digest of the refresh token. */
  refreshHash: z.string(),
  /** The thumbprint of the key to which its first tokens are bound (RFC 9449); null: not bound. */
  jkt: z.nullable(z.string()),
  /**
   * If the tokens are not bound: the thumbprint of the first credential's key, which must sign a
   * proof for each further credential. Null: nothing was issued yet, or the tokens are bound.
   */
  holderThumbprint: z.nullable(z.string()),
  /**
   * The client with the holder's consent, and that consent; absent if a wallet redeemed an offer.
   */
  client: z.optional(
    z.object({ clientId: z.string(), consentId: z.string(), authorizedAt: z.string() }),
  ),
  /**
   * The thumbprint of the attested instance's key to which its refresh token is bound; absent: the
   * client is not attested.
   */
  instance: z.optional(z.string()),
  /**
   * Requested with authorization details: its tokens come with a credential identifier, which is
   * the id.
   */
  identified: z.optional(z.boolean()),
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.nullable(z.string()),
});
export type StoredCredentialGrant = z.output<typeof StoredCredentialGrant>;

const refreshPrefix = 'cr_';

/** A grant's refresh token; `secret` is 256 random bits. */
export function credentialRefreshToken(grantId: string, secret: string): string {
  return `${refreshPrefix}${grantId}_${secret}`;
}

/** The grant id in one of our refresh tokens; null for any other text. */
export function grantIdOf(refreshToken: string): string | null {
  return /^cr_([0-9a-f-]{36})_[0-9A-Za-z]{43}$/.exec(refreshToken)?.[1] ?? null;
}

/** The stored form of a refresh token. */
export function refreshHashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('hex');
}

/** Whether it has not ended. Does not check its owner. */
export function isLiveGrant(
  { revokedAt, expiresAt }: StoredCredentialGrant,
  { now }: { readonly now: string },
): boolean {
  return revokedAt === null && now < expiresAt;
}

export function newCredentialGrantWrite(grant: StoredCredentialGrant): Write {
  const ttl = Math.ceil(Date.parse(grant.expiresAt) / 1000);
  return create({ ...keys.credentialGrant(grant.id), ...grant, ttl });
}

/**
 * The write that binds a grant to the holder's key. Refused if it is bound to another key or was
 * revoked.
 */
export function bindHolderWrite(id: string, thumbprint: string): Write {
  return {
    update: {
      Key: keys.credentialGrant(id),
      UpdateExpression: 'SET holderThumbprint = :key',
      ConditionExpression:
        'revokedAt = :none AND (holderThumbprint = :none OR holderThumbprint = :key)',
      ExpressionAttributeValues: { ':key': thumbprint, ':none': null },
    },
  };
}

/** The check that a grant was not revoked. */
export function grantNotRevoked(id: string): Write {
  return {
    check: {
      Key: keys.credentialGrant(id),
      ConditionExpression: 'revokedAt = :none',
      ExpressionAttributeValues: { ':none': null },
    },
  };
}

/** The write that ends a wallet's renewals; has no effect if they have already ended. */
export function revokeCredentialGrantWrite(id: string, at: string): Write {
  return {
    update: {
      Key: keys.credentialGrant(id),
      UpdateExpression: 'SET revokedAt = :at',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': at },
    },
  };
}

/** How long an offer is stored after it expires, in seconds: a day. */
const retentionSeconds = 86_400;

/**
 * An offer to a wallet; see shared/credentials/domain/credential.ts. Its two codes are not stored.
 */
const StoredOffer = z.object({
  /** Digest of the code. */
  reference: z.string(),
  personId: z.string(),
  kind: z.enum(credentialKinds),
  legalEntityId: z.nullable(z.string()),
  /**
   * The digest of both codes together: the transaction code alone is short, and its digest could be
   * reversed.
   */
  txCodeHash: z.string(),
  /** How many transaction codes were entered, including the correct one. */
  attempts: z.int(),
  credentialEpoch: z.int(),
  /** The result of the redemption. */
  grantId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  redeemedAt: z.nullable(z.string()),
});
type StoredOffer = z.output<typeof StoredOffer>;

/** The digest of a code, for places where the code must not be stored. */
export function offerReference(code: string): string {
  return hashOf(code);
}

/** The stored form of a transaction code. */
export function txCodeHash(code: string, txCode: string): string {
  return hashOf(`${code} ${txCode}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function newOfferWrite(offer: StoredOffer): Write {
  const ttl = Math.ceil(Date.parse(offer.expiresAt) / 1000) + retentionSeconds;
  return create({ ...keys.credentialOffer(offer.reference), ...offer, ttl });
}

/**
 * Uses one attempt of the offer with this code before the transaction code is checked, so
 * concurrent requests can't exceed the limit. Returns the offer; null if it does not exist, was
 * redeemed, has expired, or has no attempt left.
 */
export async function takeTry(table: Table, code: string, at: string): Promise<StoredOffer | null> {
  const outcome = await updateItem(table, {
    Key: keys.credentialOffer(offerReference(code)),
    UpdateExpression: 'ADD attempts :one',
    ConditionExpression: 'redeemedAt = :none AND expiresAt > :at AND attempts < :most',
    ExpressionAttributeValues: { ':one': 1, ':none': null, ':at': at, ':most': maxTries },
  });
  return outcome.kind === 'written' ? parseStored(StoredOffer, outcome.item) : null;
}

/** The write that redeems an offer. Refused if it was already redeemed. */
export function redeemOfferWrite(reference: string, at: string): Write {
  return {
    update: {
      Key: keys.credentialOffer(reference),
      UpdateExpression: 'SET redeemedAt = :at',
      ConditionExpression: 'redeemedAt = :none',
      ExpressionAttributeValues: { ':at': at, ':none': null },
    },
  };
}
