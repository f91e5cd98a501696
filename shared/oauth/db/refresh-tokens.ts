import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

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
