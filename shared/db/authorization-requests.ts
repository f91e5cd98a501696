import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { prompts, responseModes } from '../domain/authorization-request.ts';
import { oauthScopes } from '../domain/scopes.ts';
import { keys } from './keys.ts';
import { parseFound } from './stored.ts';
import { getItem, type Table } from './table.ts';
import { create, type Write } from './transact.ts';

/** A request is kept for a day after its end, in seconds, so that a page can say what became of it. */
const keptSeconds = 86_400;

/** A checked authorization request. Its id is in the page's address; only the digest, `reference`, is stored. */
export const StoredAuthorizationRequest = z.object({
  reference: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  scopes: z.readonly(z.array(z.enum(oauthScopes))),
  scope: z.string(),
  state: z.nullable(z.string()),
  nonce: z.nullable(z.string()),
  responseMode: z.enum(responseModes),
  codeChallenge: z.nullable(z.string()),
  prompt: z.readonly(z.array(z.enum(prompts))),
  maxAge: z.nullable(z.int()),
  loginHint: z.nullable(z.string()),
  idTokenHintSub: z.nullable(z.string()),
  formerSession: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  usedAt: z.nullable(z.string()),
});
export type StoredAuthorizationRequest = z.output<typeof StoredAuthorizationRequest>;

/** What stands for a request's id wherever the id itself must not be. */
export function requestReference(requestId: string): string {
  return createHash('sha256').update(requestId).digest('hex');
}

export async function findAuthorizationRequest(
  table: Table,
  reference: string,
): Promise<StoredAuthorizationRequest | null> {
  const item = await getItem(table, keys.authorizationRequest(reference));
  return parseFound(StoredAuthorizationRequest, item);
}

export function newAuthorizationRequestWrite(request: StoredAuthorizationRequest): Write {
  return create({
    ...keys.authorizationRequest(request.reference),
    ...request,
    ttl: Math.ceil(Date.parse(request.expiresAt) / 1000) + keptSeconds,
  });
}

/** The write that uses a request up; refused when it was answered before. */
export function answerRequestWrite(reference: string, usedAt: string): Write {
  return {
    update: {
      Key: keys.authorizationRequest(reference),
      UpdateExpression: 'SET usedAt = :at',
      ConditionExpression: 'usedAt = :none',
      ExpressionAttributeValues: { ':at': usedAt, ':none': null },
    },
  };
}
