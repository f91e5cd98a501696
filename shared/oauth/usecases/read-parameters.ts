import { openRequestObject } from '../auth/request-object.ts';
import { type OAuthProblem, readSigned } from '../contracts/authorization.ts';
import { readRequestObject, refusedObject } from '../contracts/request-object.ts';
import { findClient } from '../db/oauth-clients.ts';
import type { ClientKeyDeps } from '../deps/client-keys.ts';
import type { AnswerDeps } from './answer-authorization.ts';
import { keysOfClient } from './keys-of-client.ts';

/**
 * The parameters of a request: those of its request object, where it has one that its client signed (RFC 9101).
 * If it has any other, they are those sent beside it, which alone decide where and how the problem is reported.
 */
export async function readParameters(
  sent: URLSearchParams,
  deps: AnswerDeps & ClientKeyDeps,
): Promise<{ readonly parameters: URLSearchParams; readonly problem: OAuthProblem | null }> {
  const signed = readSigned(sent);
  if (signed === null) return { parameters: sent, problem: null };
  const { table, baseUrl, now } = deps;
  const { clientId, object } = signed;
  const client = await findClient(table, clientId);
  // A client that is unknown or switched off is reported later, and has nobody ask its address for keys.
  if (client?.active !== true) return { parameters: sent, problem: null };
  const keys = await keysOfClient(client, object, deps);
  const claims = await openRequestObject(object, { clientId, keys, issuer: baseUrl, now });
  const read =
    claims === null
      ? refusedObject('The request object is not signed by the client for this provider, or is old')
      : readRequestObject(claims, clientId);
  return read.ok
    ? { parameters: read.parameters, problem: null }
    : { parameters: sent, problem: read.problem };
}
