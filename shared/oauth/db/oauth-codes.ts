import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/** How long an unused code is stored after it expires, in seconds: a day. */
const retentionSeconds = 86_400;

/** An authorization code; see shared/oauth/domain/oauth-code.ts. The code itself is not stored. */
export const StoredCode = z.object({
  clientId: z.string(),
  redirectUri: z.string(),
  personId: z.string(),
  consentId: z.string(),
  scopes: z.readonly(z.array(z.string())),
  scope: z.string(),
  legalEntityIds: z.readonly(z.array(z.string())),
  codeChallenge: z.nullable(z.string()),
  nonce: z.nullable(z.string()),
  authTime: z.string(),
  /** Authentication methods. */
  amr: z.readonly(z.array(z.string())),
  /** The session id for this client (`sid`). */
  sid: z.string(),
  /** The thumbprint of the key that must redeem it (RFC 9449, section 10). */
  dpopJkt: z.optional(z.string()),
  /** The client used authorization details (RFC 9396) and gets them in the response. */
  identified: z.optional(z.boolean()),
  /** For the resource of Agent Keys' scopes; whether the owner approves what the key pays and submits. */
  forAgents: z.optional(z.object({ approvalRequired: z.boolean() })),
  credentialEpoch: z.int(),
  /** The result of the first use: created with the code, so that a second use can find it. */
  grantId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  usedAt: z.nullable(z.string()),
});
export type StoredCode = z.output<typeof StoredCode>;

/**
 * Stores an authorization code under its digest until a day after it expires, to distinguish a second use
 * from an unknown code.
 */
export function newCodeWrite(code: string, stored: StoredCode): Write {
  const ttl = Math.ceil(Date.parse(stored.expiresAt) / 1000) + retentionSeconds;
  return create({ ...keys.authorizationCode(code), ...stored, ttl });
}

/**
 * The write that redeems a code; refused if it was used or deleted. It is stored until `ttl`, as
 * long as anything issued for it can be valid, to detect a second use.
 */
export function redeemCodeWrite(code: string, usedAt: string, ttl: number): Write {
  return {
    update: {
      Key: keys.authorizationCode(code),
      UpdateExpression: 'SET usedAt = :now, #ttl = :ttl',
      ConditionExpression: 'attribute_type(usedAt, :null)',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': usedAt, ':null': 'NULL', ':ttl': ttl },
    },
  };
}
