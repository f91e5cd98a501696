import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/** A link is kept for a day after its end, in seconds. */
const retentionSeconds = 86_400;

/** A mailed link with which an applicant claims the account of this address; its token is not stored. */
export const StoredClaimLink = z.object({
  applicationId: z.string(),
  /** Where it was mailed. */
  email: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  usedAt: z.nullable(z.string()),
});
export type StoredClaimLink = z.output<typeof StoredClaimLink>;

/** The link with this token; null for an unknown token. */
export async function findClaimLink(table: Table, token: string): Promise<StoredClaimLink | null> {
  return parseFound(StoredClaimLink, await getItem(table, keys.claimLink(token)));
}

/** Keeps a link that was mailed, under the digest of its token; refused where the token exists. */
export function newClaimLinkWrite(token: string, link: StoredClaimLink): Write {
  return create({
    ...keys.claimLink(token),
    ...link,
    ttl: Math.ceil(Date.parse(link.expiresAt) / 1000) + retentionSeconds,
  });
}

/** The write that uses a link up; refused when it was used before, or is over. */
export function useClaimLinkWrite(token: string, at: string): Write {
  return {
    update: {
      Key: keys.claimLink(token),
      UpdateExpression: 'SET usedAt = :at',
      ConditionExpression: 'usedAt = :none AND expiresAt > :at',
      ExpressionAttributeValues: { ':at': at, ':none': null },
    },
  };
}
