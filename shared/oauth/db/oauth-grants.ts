import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { accessTokenLifetime } from '../domain/oauth-grant.ts';
import { StoredClient } from './oauth-clients.ts';
import { StoredConsent } from './oauth-consents.ts';

/** A token family; see shared/oauth/domain/oauth-grant.ts. */
export const StoredGrant = z.object({
  id: z.string(),
  consentId: z.string(),
  personId: z.string(),
  clientId: z.string(),
  scopes: z.readonly(z.array(z.string())),
  scope: z.string(),
  legalEntityIds: z.readonly(z.array(z.string())),
  credentialEpoch: z.int(),
  authTime: z.string(),
  /** How. */
  amr: z.readonly(z.array(z.string())),
  sid: z.optional(z.string()),
  jkt: z.optional(z.string()),
  /** Thumbprint of the key of the attested instance that it was given to (RFC 7638). */
  instance: z.optional(z.string()),
  nonce: z.nullable(z.string()),
  createdAt: z.string(),
  authorizedAt: z.string(),
  lastUsedAt: z.string(),
  revokedAt: z.nullable(z.string()),
  refreshExpiresAt: z.string(),
});
export type StoredGrant = z.output<typeof StoredGrant>;

/** Unix seconds until which a family's items are kept: its last access token has ended by then. */
export function familyTtl(refreshExpiresAt: string): number {
  return Math.ceil(Date.parse(refreshExpiresAt) / 1000) + 2 * accessTokenLifetime;
}

/** Keeps a grant for as long as its family of tokens may live; refused if its id exists. */
export function newGrantWrite(grant: StoredGrant): Write {
  return create({ ...keys.grant(grant.id), ...grant, ttl: familyTtl(grant.refreshExpiresAt) });
}

/** The write that notes that the grant is in use; refused when it is revoked or was never made. */
export function grantUseWrite(id: string, usedAt: string): Write {
  return {
    update: {
      Key: keys.grant(id),
      UpdateExpression: 'SET lastUsedAt = :now',
      ConditionExpression: 'attribute_type(revokedAt, :null)',
      ExpressionAttributeValues: { ':now': usedAt, ':null': 'NULL' },
    },
  };
}

/** The write that revokes a grant with all its tokens; refused when it is revoked or was never made. */
export function revokeGrantWrite(id: string, revokedAt: string): Write {
  return { update: { Key: keys.grant(id), ...revocation(revokedAt) } };
}

function revocation(revokedAt: string) {
  return {
    UpdateExpression: 'SET revokedAt = :now',
    ConditionExpression: 'attribute_type(revokedAt, :null)',
    ExpressionAttributeValues: { ':now': revokedAt, ':null': 'NULL' },
  };
}

/** The note that one access token is revoked, kept until the token would have expired (Unix seconds). */
export function revokedTokenItem(jti: string, revokedAt: string, expiresAt: number): Item {
  return { ...keys.revokedToken(jti), revokedAt, ttl: expiresAt + accessTokenLifetime };
}

/** A refresh token; see shared/oauth/domain/refresh-token.ts. The token itself is not stored. */
export const StoredRefreshToken = z.object({
  grantId: z.string(),
  clientId: z.string(),
  personId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  usedAt: z.nullable(z.string()),
});
export type StoredRefreshToken = z.output<typeof StoredRefreshToken>;

/** `ttl` in Unix seconds is the family's: a used token is kept just as long, so that its reuse is noticed. */
export function newRefreshTokenWrite(
  token: string,
  stored: StoredRefreshToken,
  ttl: number,
): Write {
  return create({ ...keys.refreshToken(token), ...stored, ttl });
}

/** The write that uses a refresh token up; refused when it is used or gone. */
export function useRefreshTokenWrite(token: string, usedAt: string): Write {
  return {
    update: {
      Key: keys.refreshToken(token),
      UpdateExpression: 'SET usedAt = :now',
      ConditionExpression: 'attribute_type(usedAt, :null)',
      ExpressionAttributeValues: { ':now': usedAt, ':null': 'NULL' },
    },
  };
}

/** All that decides whether a token is valid; null for what does not exist. */
interface TokenState {
  readonly grant: StoredGrant | null;
  readonly consent: StoredConsent | null;
  readonly person: StoredPerson | null;
  readonly client: StoredClient | null;
  /** This one access token was revoked. */
  readonly revoked: boolean;
}

/**
 * Reads it in one round trip, strongly consistent, so that every revocation takes effect with the next call.
 */
export async function readTokenState(
  table: Table,
  {
    grantId,
    personId,
    clientId,
    jti,
  }: {
    readonly grantId: string;
    readonly personId: string;
    readonly clientId: string;
    readonly jti: string;
  },
): Promise<TokenState> {
  const [grant, consent, person, client, revoked] = await getItems(table, [
    keys.grant(grantId),
    keys.consent(personId, clientId),
    keys.person(personId),
    keys.oauthClient(clientId),
    keys.revokedToken(jti),
  ]);
  return {
    grant: parseFound(StoredGrant, grant),
    consent: parseFound(StoredConsent, consent),
    person: parseFound(StoredPerson, person),
    client: parseFound(StoredClient, client),
    revoked: revoked !== undefined,
  };
}
