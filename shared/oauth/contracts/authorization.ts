import * as z from 'zod/mini';
import {
  type AuthorizationInput,
  maxNonceLength,
  maxStateLength,
  type Prompt,
  prompts,
  type ResponseMode,
  responseModes,
} from '../domain/authorization-request.ts';
import { type GrantType, mayUse } from '../domain/client-metadata.ts';
import { agentResource } from '../domain/oauth-scope.ts';
import { readDetails } from './authorization-details.ts';
import { parseScope, scopeProblem } from './oauth-scope.ts';

export interface OAuthProblem {
  readonly error: string;
  readonly description: string;
}

/** The part of a client that decides which requests it can make. */
interface RequestingClient {
  readonly clientId: string;
  readonly public: boolean;
  readonly scopes: readonly string[];
  readonly requirePushedAuthorizationRequests: boolean;
  /** Null means all grant types. */
  readonly grantTypes: readonly GrantType[] | null;
}

/** A request whose client is not yet known, so nothing can be redirected. */
type Addressed =
  | {
      readonly ok: true;
      readonly clientId: string;
      readonly redirectUri: string;
      /**
       * The error for other missing parameters, in the words for programs (facts D1); null if there
       * is none.
       */
      readonly incomplete: OAuthProblem | null;
    }
  | { readonly ok: false; readonly problem: OAuthProblem };

/** Where the response to a request is sent. */
interface ReturnAddress {
  readonly redirectUri: string;
  readonly responseMode: ResponseMode;
  readonly state: string | null;
}

type ReadInput =
  /** `idTokenHint` is not yet verified. */
  | {
      readonly kind: 'valid';
      readonly input: AuthorizationInput;
      readonly idTokenHint: string | null;
    }
  /**
   * The client gets the error by redirect; `toPrograms` is the response that programs get directly
   * (facts D1).
   */
  | {
      readonly kind: 'refused';
      readonly to: ReturnAddress;
      readonly problem: OAuthProblem;
      readonly toPrograms: OAuthProblem | null;
    };

/** Parameters without which the browser can't be redirected. */
const addressing: readonly string[] = ['client_id', 'redirect_uri'];
const required = ['client_id', 'redirect_uri', 'response_type', 'scope'] as const;

/**
 * The maximum total length of the parameters in characters; API Gateway accepts about 10,000 in a
 * URL.
 */
const maxLength = 16_000;

/** Reads what must be known first (facts D1): the client, and where the response is sent. */
export function readAddress(parameters: URLSearchParams): Addressed {
  if (String(parameters).length > maxLength) return unaddressed('The request is too long');
  const missing = required.filter((name) => isMissing(parameters, name));
  const incomplete =
    missing.length === 0
      ? null
      : { error: 'missing_parameters', description: missingDescription(missing) };
  if (incomplete !== null && missing.some((name) => addressing.includes(name))) {
    return { ok: false, problem: incomplete };
  }
  const twice = addressing.find((name) => isRepeated(parameters, name));
  if (twice !== undefined) return unaddressed(`${twice} must be sent once`);
  return {
    ok: true,
    clientId: parameters.get('client_id') ?? '',
    redirectUri: parameters.get('redirect_uri') ?? '',
    incomplete,
  };
}

/** Authorization details can replace a scope. */
function isMissing(parameters: URLSearchParams, name: string): boolean {
  return !parameters.get(name) && !(name === 'scope' && parameters.get('authorization_details'));
}

function missingDescription(names: readonly string[]): string {
  return `Missing required parameters: ${names.join(', ')}`;
}

function unaddressed(description: string): Addressed {
  return { ok: false, problem: { error: 'invalid_request', description } };
}

/** The request object and its client; null if there is none, or a URL is sent instead. */
export function readSigned(
  parameters: URLSearchParams,
): { readonly clientId: string; readonly object: string } | null {
  const [object, ...more] = parameters.getAll('request');
  const [clientId, ...others] = parameters.getAll('client_id');
  if (String(parameters).length > maxLength || more.length > 0 || others.length > 0) return null;
  if (!object || !clientId || parameters.get('request_uri')) return null;
  return { clientId, object };
}

/**
 * Where the client gets an error, as far as it can be read. An unknown response mode becomes
 * `query`; an invalid `state` is left out.
 */
export function readReturnAddress(parameters: URLSearchParams, redirectUri: string): ReturnAddress {
  const state = parameters.get('state') || null;
  const unfit =
    isRepeated(parameters, 'state') ||
    holdsControlCharacters(state ?? '') ||
    (state ?? '').length > maxStateLength;
  return {
    redirectUri,
    responseMode: requestedMode(parameters) ?? 'query',
    state: unfit ? null : state,
  };
}

/** Undefined for an unknown mode. */
function requestedMode(parameters: URLSearchParams): ResponseMode | undefined {
  if (isRepeated(parameters, 'response_mode')) return undefined;
  return responseModes.find((mode) => mode === (parameters.get('response_mode') || 'query'));
}

/**
 * Reads the rest of a request after its redirect URI was verified: from here on, the client is
 * notified of every error (RFC 6749, section 4.1.2.1).
 */
export function readAuthorizationInput(
  parameters: URLSearchParams,
  redirectUri: string,
  client: RequestingClient,
  baseUrl: string,
): ReadInput {
  const modeProblem = requestedMode(parameters) === undefined ? invalid(modeDescription) : null;
  const given = (name: string) => parameters.get(name) || null;
  const to = readReturnAddress(parameters, redirectUri);
  const details = readDetails(given('authorization_details'));
  const detailed = details?.ok ? details.scope : '';
  const requested = parseScope(`${parameters.get('scope') ?? ''} ${detailed}`);
  const resource = resourceOf(given('resource'), baseUrl);
  const forAgents = resource === 'agents';
  const problem =
    modeProblem ??
    malformed(parameters) ??
    unsupported(parameters) ??
    grantProblem(client) ??
    (details?.ok === false ? details.problem : null) ??
    (resource === null ? unknownResource(baseUrl) : null) ??
    scopeProblem(requested, client.scopes, { forAgents }) ??
    challengeProblem(parameters, client, forAgents) ??
    keyProblem(parameters) ??
    interactionProblem(parameters);
  // If `requested` is null there is a problem, which the compiler can't know.
  if (problem !== null || requested === null) {
    const failure = problem ?? invalid('The request is malformed');
    return { kind: 'refused', to, problem: failure, toPrograms: modeProblem };
  }
  const maxAge = given('max_age');
  const jkt = given('dpop_jkt');
  const input: AuthorizationInput = {
    ...to,
    clientId: client.clientId,
    scopes: requested.scopes,
    scope: requested.scope,
    nonce: given('nonce'),
    codeChallenge: given('code_challenge'),
    prompt: prompts.filter((prompt) => words(parameters, 'prompt').includes(prompt)),
    maxAge: maxAge === null ? null : Number(maxAge),
    loginHint: given('login_hint'),
    ...(jkt !== null && { dpopJkt: jkt }),
    ...(details !== null && { identified: true }),
    ...(forAgents && { forAgents }),
    idTokenHintSub: null,
  };
  return { kind: 'valid', input, idTokenHint: given('id_token_hint') };
}

/** The resource of a request (RFC 8707): by default the API; null if it is unknown. */
function resourceOf(resource: string | null, baseUrl: string): 'api' | 'agents' | null {
  if (resource === agentResource(baseUrl)) return 'agents';
  const ofTheApi: readonly (string | null)[] = [null, baseUrl, `${baseUrl}/`, `${baseUrl}/api/v1`];
  return ofTheApi.includes(resource) ? 'api' : null;
}

/** The error for another resource than that of the grant, or than those of this service. */
export function unknownResource(baseUrl: string): OAuthProblem {
  const description = `The resource must be ${baseUrl}/api/v1 or ${agentResource(baseUrl)}`;
  return { error: 'invalid_target', description };
}

/** Whether a token request names the resource of its grant, or none. */
export function isResourceOf(
  { forAgents }: { readonly forAgents: boolean },
  resource: string | null,
  baseUrl: string,
): boolean {
  return resource === null || resourceOf(resource, baseUrl) === (forAgents ? 'agents' : 'api');
}

const modeDescription = `Invalid response_mode. Must be one of: ${responseModes.join(', ')}`;

function malformed(parameters: URLSearchParams): OAuthProblem | null {
  const names = [...parameters.keys()];
  if (new Set(names).size < names.length) {
    return invalid('A parameter was sent more than once');
  }
  if ([...parameters.values()].some(holdsControlCharacters)) {
    return invalid('A parameter contains control characters');
  }
  for (const [name, maxLength] of Object.entries({
    state: maxStateLength,
    nonce: maxNonceLength,
  })) {
    if ((parameters.get(name) ?? '').length > maxLength) {
      return invalid(`${name} has more than ${maxLength} characters`);
    }
  }
  return null;
}

function unsupported(parameters: URLSearchParams): OAuthProblem | null {
  const errors = {
    request_uri: 'request_uri_not_supported',
    registration: 'registration_not_supported',
  };
  for (const [name, error] of Object.entries(errors)) {
    if (parameters.get(name)) return { error, description: `${name} is not supported` };
  }
  const missing = ['response_type', 'scope'].filter((name) => isMissing(parameters, name));
  if (missing.length > 0) return invalid(missingDescription(missing));
  if (parameters.get('response_type') === 'code') return null;
  return { error: 'unsupported_response_type', description: 'response_type must be code' };
}

function grantProblem(client: RequestingClient): OAuthProblem | null {
  if (mayUse(client, 'authorization_code')) return null;
  const description = 'The client is not registered for authorization_code';
  return { error: 'unauthorized_client', description };
}

/** Only S256 is supported, and is also the default (RFC 7636); its digest has 43 characters. */
function challengeProblem(
  parameters: URLSearchParams,
  client: RequestingClient,
  forAgents: boolean,
): OAuthProblem | null {
  const challenge = parameters.get('code_challenge') || null;
  const method = parameters.get('code_challenge_method') || null;
  if (challenge === null) {
    if (method !== null) return invalid('code_challenge_method needs a code_challenge');
    if (client.public) return invalid('A public client needs a code_challenge');
    if (forAgents) return invalid('The MCP endpoint needs a code_challenge');
    return client.requirePushedAuthorizationRequests
      ? invalid('This client needs a code_challenge')
      : null;
  }
  if (method !== null && method !== 'S256') return invalid('code_challenge_method must be S256');
  return /^[\w-]{43}$/.test(challenge) ? null : invalid('code_challenge is malformed');
}

/** A thumbprint is a SHA-256 in base64url. */
function keyProblem(parameters: URLSearchParams): OAuthProblem | null {
  const jkt = parameters.get('dpop_jkt') || null;
  return jkt === null || /^[\w-]{43}$/.test(jkt) ? null : invalid('dpop_jkt is malformed');
}

function interactionProblem(parameters: URLSearchParams): OAuthProblem | null {
  const asked = words(parameters, 'prompt');
  if (!asked.every(isPrompt)) return invalid('prompt is unknown');
  if (asked.includes('none') && new Set(asked).size > 1) {
    return invalid('prompt=none excludes all others');
  }
  const maxAge = parameters.get('max_age') || '0';
  return /^\d{1,9}$/.test(maxAge) ? null : invalid('max_age must be a number of seconds');
}

function invalid(description: string): OAuthProblem {
  return { error: 'invalid_request', description };
}

function isPrompt(text: string): text is Prompt {
  return (prompts as readonly string[]).includes(text);
}

/** The values of a parameter that is a list separated by single spaces (RFC 6749, section 3.3). */
function words(parameters: URLSearchParams, name: string): readonly string[] {
  return (parameters.get(name) ?? '').split(' ').filter((word) => word !== '');
}

function isRepeated(parameters: URLSearchParams, name: string): boolean {
  return parameters.getAll(name).length > 1;
}

function holdsControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

const text = z.optional(z.string());

/** The parameters of the authorization endpoint; others are ignored. `readAddress` and `readAuthorizationInput` check them. */
export const AuthorizationParameters = z.object({
  client_id: text,
  redirect_uri: text,
  response_type: text,
  scope: text,
  authorization_details: text,
  state: text,
  nonce: text,
  response_mode: text,
  code_challenge: text,
  code_challenge_method: text,
  dpop_jkt: text,
  prompt: text,
  max_age: text,
  id_token_hint: text,
  login_hint: text,
  resource: text,
  request: text,
  request_uri: text,
});

/** Claims of the token itself; all others are request parameters. */
const ofTheToken: ReadonlySet<string> = new Set(['iss', 'aud', 'sub', 'exp', 'nbf', 'iat', 'jti']);

/**
 * The parameters in a verified request object (RFC 9101, section 4). Parameters sent next to it are
 * ignored (section 5), except `client_id`, which must be the same.
 */
export function readRequestObject(
  claims: Readonly<Record<string, unknown>>,
  clientId: string,
): { readonly ok: true; readonly parameters: URLSearchParams } | RefusedObject {
  if (claims['client_id'] !== clientId) return refusedObject('client_id is another one');
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(claims)) {
    if (ofTheToken.has(name)) continue;
    if (name === 'request' || name === 'request_uri') {
      return refusedObject(`A request object must not hold ${name}`);
    }
    // Other structured parameters, such as `claims`, are not supported and ignored.
    if (name === 'authorization_details' && typeof value === 'object') {
      parameters.append(name, JSON.stringify(value));
    }
    if (typeof value === 'string' || typeof value === 'number')
      parameters.append(name, String(value));
  }
  return { ok: true, parameters };
}

interface RefusedObject {
  readonly ok: false;
  readonly problem: OAuthProblem;
}

/** A refused request object (RFC 9101, 6.2): `invalid_request_object` with a description. */
export function refusedObject(description: string): RefusedObject {
  return { ok: false, problem: { error: 'invalid_request_object', description } };
}
