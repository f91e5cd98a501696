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
  /** Authentication methods. */
  amr: z.readonly(z.array(z.string())),
  sid: z.optional(z.string()),
  jkt: z.optional(z.string()),
  /** The thumbprint of the attested instance's key to which it was issued (RFC 7638). */
  instance: z.optional(z.string()),
  /** The Agent Key with which the client acts: its tokens are for the MCP endpoint. */
  agentKey: z.optional(z.object({ id: z.string(), hash: z.string() })),
  nonce: z.nullable(z.string()),
  createdAt: z.string(),
  authorizedAt: z.string(),
  lastUsedAt: z.string(),
  revokedAt: z.nullable(z.string()),
  refreshExpiresAt: z.string(),
});
export type StoredGrant = z.output<typeof StoredGrant>;

/** The expiry of a family's items in Unix seconds: its last access token has expired by then. */
export function familyTtl(refreshExpiresAt: string): number {
  return Math.ceil(Date.parse(refreshExpiresAt) / 1000) + 2 * accessTokenLifetime;
}

/** Stores a grant for as long as its token family can be valid; refused if its id exists. */
export function newGrantWrite(grant: StoredGrant): Write {
  return create({ ...keys.grant(grant.id), ...grant, ttl: familyTtl(grant.refreshExpiresAt) });
}

/** The write that records the use of a grant; refused if it was revoked or does not exist. */
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

/**
 * The write that revokes a grant with all its tokens; refused if it was revoked or does not exist.
 */
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

/**
 * The record that one access token is revoked, stored until the token would have expired (Unix
 * seconds).
 */
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

/**
 * `ttl` is that of the family, in Unix seconds: a used token is stored just as long, to detect its
 * reuse.
 */
export function newRefreshTokenWrite(
  token: string,
  stored: StoredRefreshToken,
  ttl: number,
): Write {
  return create({ ...keys.refreshToken(token), ...stored, ttl });
}

/** The write that uses up a refresh token; refused if it was used or deleted. */
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

/** The items that decide whether a token is valid; null for those that do not exist. */
interface TokenState {
  readonly grant: StoredGrant | null;
  readonly consent: StoredConsent | null;
  readonly person: StoredPerson | null;
  readonly client: StoredClient | null;
  /** Whether this access token itself was revoked. */
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
