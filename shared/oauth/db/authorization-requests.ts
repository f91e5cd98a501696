import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { clientScopes } from '../../kernel/domain/scopes.ts';
import { type PendingRequest, prompts, responseModes } from '../domain/authorization-request.ts';

/**
 * For how long the note of an answer outlives its request, in seconds: far more than the clocks of functions
 * differ.
 */
const retentionSeconds = 3_600;

/**
 * A checked authorization request as version 0.1.0 stored it, for whoever was signing in when the next version
 * was deployed. Its id is in the page's address; only the digest, `reference`, is stored.
 */
export const StoredAuthorizationRequest = z.object({
  reference: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  scopes: z.readonly(z.array(z.enum(clientScopes))),
  scope: z.string(),
  state: z.nullable(z.string()),
  nonce: z.nullable(z.string()),
  responseMode: z.enum(responseModes),
  codeChallenge: z.nullable(z.string()),
  prompt: z.readonly(z.array(z.enum(prompts))),
  maxAge: z.nullable(z.int()),
  loginHint: z.nullable(z.string()),
  idTokenHintSub: z.nullable(z.string()),
  dpopJkt: z.optional(z.string()),
  identified: z.optional(z.boolean()),
  formerSession: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  usedAt: z.nullable(z.string()),
});
export type StoredAuthorizationRequest = z.output<typeof StoredAuthorizationRequest>;

const AnsweredRequest = z.object({ answeredAt: z.string() });

/** What stands for a request's id wherever the id itself must not be. */
export function requestReference(requestId: string): string {
  return createHash('sha256').update(requestId).digest('hex');
}

/** A request that the table keeps, by the reference that the browser carries; null when there is none. */
export async function findAuthorizationRequest(
  table: Table,
  reference: string,
): Promise<StoredAuthorizationRequest | null> {
  const item = await getItem(table, keys.authorizationRequest(reference));
  return parseFound(StoredAuthorizationRequest, item);
}

/** When a request had its answer; null: not yet. */
export async function findAnswered(
  table: Table,
  { reference, keptIn }: Pick<PendingRequest, 'reference' | 'keptIn'>,
): Promise<string | null> {
  if (keptIn === 'table') return (await findAuthorizationRequest(table, reference))?.usedAt ?? null;
  const item = await getItem(table, keys.answeredRequest(reference));
  return parseFound(AnsweredRequest, item)?.answeredAt ?? null;
}

/** The write that uses a request up; refused when it was answered before. */
export function answerRequestWrite(
  { reference, keptIn, expiresAt }: Pick<PendingRequest, 'reference' | 'keptIn' | 'expiresAt'>,
  answeredAt: string,
): Write {
  if (keptIn === 'table') {
    return {
      update: {
        Key: keys.authorizationRequest(reference),
        UpdateExpression: 'SET usedAt = :at',
        ConditionExpression: 'usedAt = :none',
        ExpressionAttributeValues: { ':at': answeredAt, ':none': null },
      },
    };
  }
  return create({
    ...keys.answeredRequest(reference),
    answeredAt,
    ttl: Math.ceil(Date.parse(expiresAt) / 1000) + retentionSeconds,
  });
}
