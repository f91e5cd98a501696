import type { SealingDeps } from '../../kernel/deps/service.ts';
import { verifyProof } from '../auth/dpop-proof.ts';
import { openPublicKeys, readIdTokenHint } from '../auth/issued-tokens.ts';
import { storedClientId } from '../auth/oauth-token.ts';
import { pushedLifetime, sealPushed } from '../auth/request-handle.ts';
import { openRequestObject } from '../auth/request-object.ts';
import {
  type OAuthProblem,
  readAddress,
  readAuthorizationInput,
  readRequestObject,
  readSigned,
  refusedObject,
} from '../contracts/authorization.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import type { ClientKeyDeps } from '../deps/oauth-deps.ts';
import type { AuthorizationInput } from '../domain/authorization-request.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';
import type { AnswerDeps } from './answer-authorization.ts';
import { authenticateClient, type PresentedClient, spend } from './authenticate-client.ts';
import { keysOfClient } from './keys-of-client.ts';

/** A client's pushed request, and the proof of the key that will redeem the code. */
interface PushedAuthorization {
  readonly parameters: URLSearchParams;
  readonly proof: string | undefined;
}

/**
 * Accepts an authorization request directly from the client (RFC 9126), so nobody can read or
 * change it on its way through a browser, and the client is authenticated before its user is asked.
 * The checks are those of the authorization endpoint.
 *
 * Errors: those of `authenticateClient`; 400 with the code of the authorization endpoint; 400
 * `invalid_dpop_proof`.
 */
export async function takePushedRequest(
  { parameters: sent, proof }: PushedAuthorization,
  presented: PresentedClient,
  deps: SealingDeps & ClientKeyDeps,
): Promise<{ readonly request_uri: string; readonly expires_in: number }> {
  const { client, once } = await authenticateClient(presented, [], deps);
  await spend(once, deps);
  if (sent.get('request_uri')) throw oauthErrors.invalidRequest('request_uri cannot be pushed');
  if (!sent.get('client_id')) sent.set('client_id', client.clientId);
  const { parameters, problem } = await readParameters(sent, deps);
  if (problem !== null) throw refused(problem);
  const input = await authorizationInputOf(parameters, client, deps);
  const bound = await boundTo(input, proof, deps);
  const id = Buffer.from(deps.random(16)).toString('base64url');
  const requestUri = await sealPushed(bound, id, deps.seal);
  if (requestUri === null) throw oauthErrors.invalidRequest('The request is too long');
  return { request_uri: requestUri, expires_in: pushedLifetime / 1000 };
}

async function authorizationInputOf(
  parameters: URLSearchParams,
  client: StoredClient,
  { table, now, baseUrl }: SealingDeps,
): Promise<AuthorizationInput> {
  const address = readAddress(parameters);
  if (!address.ok) throw refused({ ...address.problem, error: 'invalid_request' });
  const { redirectUri } = address;
  if (!client.redirectUris.includes(redirectUri)) {
    throw oauthErrors.invalidRequest('The redirect_uri is not registered for the client');
  }
  const read = readAuthorizationInput(parameters, redirectUri, client, baseUrl);
  if (read.kind === 'refused') throw refused(read.problem);
  const { input, idTokenHint } = read;
  if (idTokenHint === null) return input;
  const keys = openPublicKeys(table, now);
  const hint = await readIdTokenHint(idTokenHint, { issuer: baseUrl, keys });
  if (hint?.clientId !== client.clientId) {
    throw oauthErrors.invalidRequest('The id_token_hint is not an ID token of this client');
  }
  return { ...input, idTokenHintSub: hint.personId };
}

/**
 * RFC 9449, section 10.1: a proof here binds the code like `dpop_jkt`, which must not name another
 * key.
 */
async function boundTo(
  input: AuthorizationInput,
  proof: string | undefined,
  { baseUrl, now }: SealingDeps,
): Promise<AuthorizationInput> {
  if (proof === undefined) return input;
  const found = await verifyProof(
    proof,
    { method: 'POST', url: `${baseUrl}/api/oauth/par` },
    now(),
  );
  if (found === null) throw oauthErrors.invalidProof();
  if (input.dpopJkt !== undefined && input.dpopJkt !== found.jkt) throw oauthErrors.invalidProof();
  return { ...input, dpopJkt: found.jkt };
}

function refused({ error, description }: OAuthProblem) {
  return oauthErrors.refusedRequest(error)(description);
}

/**
 * The parameters of a request: those of its signed request object if there is one (RFC 9101). If
 * the object is invalid, the parameters next to it decide where and how the error is reported.
 */
export async function readParameters(
  sent: URLSearchParams,
  deps: AnswerDeps & ClientKeyDeps,
): Promise<{ readonly parameters: URLSearchParams; readonly problem: OAuthProblem | null }> {
  const signed = readSigned(sent);
  if (signed === null) return { parameters: sent, problem: null };
  const { table, baseUrl, now } = deps;
  const { clientId, object } = signed;
  const client = await findClient(table, storedClientId(clientId));
  // An unknown or disabled client is reported later, and its `jwksUri` is not fetched.
  if (client?.active !== true) return { parameters: sent, problem: null };
  const keys = await keysOfClient(client, object, deps);
  const claims = await openRequestObject(object, { clientId, keys, issuer: baseUrl, now });
  const read =
    claims === null
      ? refusedObject(
          'The request object is not signed by the client for this provider, or is too old',
        )
      : readRequestObject(claims, clientId);
  return read.ok
    ? { parameters: read.parameters, problem: null }
    : { parameters: sent, problem: read.problem };
}
