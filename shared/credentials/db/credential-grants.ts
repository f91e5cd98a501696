import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { credentialKinds, maxTries } from '../domain/credential.ts';

/** For how long a wallet can renew without another offer, in milliseconds: 180 days. */
export const grantLifetime = 180 * 86_400_000;

/** A wallet's right to a credential and its renewals. */
export const StoredCredentialGrant = z.object({
  id: z.string(),
  personId: z.string(),
  kind: z.enum(credentialKinds),
  legalEntityId: z.nullable(z.string()),
  /** The person's epoch when the offer was made: a deactivation voids the offer. */
  credentialEpoch: z.int(),
  /** Digest of the refresh token. */
  refreshHash: z.string(),
  /** Thumbprint of the key to which its first tokens are bound (RFC 9449); null: to none. */
  jkt: z.nullable(z.string()),
  /**
   * Thumbprint of the key that the first credential was for, where the tokens are bound to none: no credential is had without a
   * proof by it. Null: nothing was issued yet, or the tokens are bound.
   */
  holderThumbprint: z.nullable(z.string()),
  /** The client that its holder allowed it to, and by which consent; absent: whichever wallet took up the offer. */
  client: z.optional(
    z.object({ clientId: z.string(), consentId: z.string(), authorizedAt: z.string() }),
  ),
  /** Thumbprint of the key of the attested instance that its refresh token is bound to; absent: the client is not attested. */
  instance: z.optional(z.string()),
  /** Asked for with authorization details: its tokens come with an identifier of the one credential, which is the id. */
  identified: z.optional(z.boolean()),
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.nullable(z.string()),
});
export type StoredCredentialGrant = z.output<typeof StoredCredentialGrant>;

const refreshPrefix = 'cr_';

/** The refresh token of a grant; `secret` are 256 random bits. */
export function credentialRefreshToken(grantId: string, secret: string): string {
  return `${refreshPrefix}${grantId}_${secret}`;
}

/** The grant that a refresh token of our own names; null for anything else. */
export function grantIdOf(refreshToken: string): string | null {
  return /^cr_([0-9a-f-]{36})_[0-9A-Za-z]{43}$/.exec(refreshToken)?.[1] ?? null;
}

/** The stored form of a refresh token. */
export function refreshHashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('hex');
}

/** Whether it has not ended. Its owner may have changed. */
export function isLiveGrant(
  { revokedAt, expiresAt }: StoredCredentialGrant,
  { now }: { readonly now: string },
): boolean {
  return revokedAt === null && now < expiresAt;
}

/** The write that stores a new grant. */
export function newCredentialGrantWrite(grant: StoredCredentialGrant): Write {
  const ttl = Math.ceil(Date.parse(grant.expiresAt) / 1000);
  return create({ ...keys.credentialGrant(grant.id), ...grant, ttl });
}

/** The write that binds a grant to the holder's key. Refused when it is bound to another one, or was revoked. */
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

/** The write that ends what a wallet can have renewed; it may be ended already. */
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

/** An offer to a wallet; see shared/credentials/domain/credential.ts. Neither of its codes is stored. */
const StoredOffer = z.object({
  /** Digest of the code. */
  reference: z.string(),
  personId: z.string(),
  kind: z.enum(credentialKinds),
  legalEntityId: z.nullable(z.string()),
  /** Digest of both codes: the one alone, which is short, can't be found by it. */
  txCodeHash: z.string(),
  /** How many transaction codes were entered, the right one included. */
  tries: z.int(),
  credentialEpoch: z.int(),
  /** The result of the redemption. */
  grantId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  redeemedAt: z.nullable(z.string()),
});
type StoredOffer = z.output<typeof StoredOffer>;

/** The digest that replaces the code where the code must not be stored. */
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

/** The write that stores a new offer. */
export function newOfferWrite(offer: StoredOffer): Write {
  const ttl = Math.ceil(Date.parse(offer.expiresAt) / 1000) + retentionSeconds;
  return create({ ...keys.credentialOffer(offer.reference), ...offer, ttl });
}

/**
 * Uses one of the tries of the offer with this code, before the transaction code is checked: requests in
 * parallel get no more tries than there are. Answers the offer; null if it does not exist, was redeemed, has
 * ended, or has no try left.
 */
export async function takeTry(table: Table, code: string, at: string): Promise<StoredOffer | null> {
  const outcome = await updateItem(table, {
    Key: keys.credentialOffer(offerReference(code)),
    UpdateExpression: 'ADD tries :one',
    ConditionExpression: 'redeemedAt = :none AND expiresAt > :at AND tries < :most',
    ExpressionAttributeValues: { ':one': 1, ':none': null, ':at': at, ':most': maxTries },
  });
  return outcome.kind === 'written' ? parseStored(StoredOffer, outcome.item) : null;
}

/** The write that redeems an offer. Refused when it was redeemed before. */
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
