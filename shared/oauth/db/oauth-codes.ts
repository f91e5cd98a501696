import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/** For how long an unredeemed code is kept after its end, in seconds: a day. */
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
  /** How. */
  amr: z.readonly(z.array(z.string())),
  /** The id of the session with the client. */
  sid: z.string(),
  /** Thumbprint of the key that alone redeems it (RFC 9449, section 10). */
  dpopJkt: z.optional(z.string()),
  /** Its client asked with authorization details (RFC 9396), and is answered with them. */
  identified: z.optional(z.boolean()),
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
 * The write that redeems a code; refused when it is used or gone. It is kept until `ttl`, as long as anything
 * issued for it can live, so that a second use is noticed.
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
