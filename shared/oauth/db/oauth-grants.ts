import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { accessTokenLifetime } from '../domain/oauth-grant.ts';

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

/** Keeps a grant for as long as its family of tokens may live; refused where its id exists. */
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
