import { openRequestObject } from '../auth/request-object.ts';
import { type OAuthProblem, readSigned } from '../contracts/authorization.ts';
import { readRequestObject, refusedObject } from '../contracts/request-object.ts';
import { findClient } from '../db/oauth-clients.ts';
import type { AnswerDeps } from './answer-authorization.ts';

/**
 * The parameters of a request: those of its request object, where it has one that its client signed (RFC 9101).
 * If it has any other, they are those sent beside it, which alone decide where and how the problem is reported.
 */
export async function readParameters(
  sent: URLSearchParams,
  { table, baseUrl, now }: AnswerDeps,
): Promise<{ readonly parameters: URLSearchParams; readonly problem: OAuthProblem | null }> {
  const signed = readSigned(sent);
  if (signed === null) return { parameters: sent, problem: null };
  const { clientId, object } = signed;
  const client = await findClient(table, clientId);
  // An unknown client is reported later.
  if (client === null) return { parameters: sent, problem: null };
  const keys = client.requestObjectKeys;
  const claims = await openRequestObject(object, { clientId, keys, issuer: baseUrl, now });
  const read =
    claims === null
      ? refusedObject('The request object is not signed by the client for this provider, or is old')
      : readRequestObject(claims, clientId);
  return read.ok
    ? { parameters: read.parameters, problem: null }
    : { parameters: sent, problem: read.problem };
}
