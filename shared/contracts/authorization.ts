import * as z from 'zod/mini';
import {
  type AuthorizationWish,
  longestNonce,
  longestState,
  type Prompt,
  prompts,
  type ResponseMode,
  responseModes,
} from '../domain/authorization-request.ts';
import { isWithin } from '../domain/oauth-scope.ts';
import { parseScope, type ScopeWish } from './oauth-scope.ts';

export interface OAuthProblem {
  readonly error: string;
  readonly description: string;
}

/** The part of a client that decides over its requests. */
export interface RequestingClient {
  readonly clientId: string;
  readonly public: boolean;
  readonly scopes: readonly string[];
}

/** A request before its client is known, and before anything may be redirected. */
export type Addressed =
  | { readonly ok: true; readonly clientId: string; readonly redirectUri: string }
  | { readonly ok: false; readonly problem: OAuthProblem };

/** Where the answer to a request goes, whatever it is. */
export interface ReturnAddress {
  readonly redirectUri: string;
  readonly responseMode: ResponseMode;
  readonly state: string | null;
}

export type ReadWish =
  /** `idTokenHint` is still to be verified. */
  | { readonly kind: 'wish'; readonly wish: AuthorizationWish; readonly idTokenHint: string | null }
  /** The client is told by redirect. */
  | { readonly kind: 'refused'; readonly to: ReturnAddress; readonly problem: OAuthProblem }
  /** Nobody knows in which form the client could be told. */
  | { readonly kind: 'unanswerable'; readonly problem: OAuthProblem };

const required = ['client_id', 'redirect_uri', 'response_type', 'scope'] as const;

/** Most characters of all parameters together that are looked at; API Gateway takes about 10,000 in an address. */
const longest = 16_000;

/** Reads what has to be known before anything else (facts D1): who asks, and where the answer would go. */
export function readAddress(parameters: URLSearchParams): Addressed {
  if (String(parameters).length > longest) return unaddressed('The request is too long');
  const missing = required.filter((name) => !parameters.get(name));
  if (missing.length > 0) {
    const description = `Missing required parameters: ${missing.join(', ')}`;
    return { ok: false, problem: { error: 'missing_parameters', description } };
  }
  const twice = ['client_id', 'redirect_uri'].find((name) => isRepeated(parameters, name));
  if (twice !== undefined) return unaddressed(`${twice} must be sent once`);
  return {
    ok: true,
    clientId: parameters.get('client_id') ?? '',
    redirectUri: parameters.get('redirect_uri') ?? '',
  };
}

function unaddressed(description: string): Addressed {
  return { ok: false, problem: { error: 'invalid_request', description } };
}

/** Reads the rest of a request whose client and redirect URI are known to belong together. */
export function readWish(
  parameters: URLSearchParams,
  redirectUri: string,
  client: RequestingClient,
): ReadWish {
  const responseMode = responseModes.find(
    (mode) => mode === (parameters.get('response_mode') || 'query'),
  );
  if (responseMode === undefined || isRepeated(parameters, 'response_mode')) {
    const description = `Invalid response_mode. Must be one of: ${responseModes.join(', ')}`;
    return { kind: 'unanswerable', problem: { error: 'invalid_request', description } };
  }
  const given = (name: string) => parameters.get(name) || null;
  const state = given('state');
  const unfit =
    isRepeated(parameters, 'state') ||
    holdsControlCharacters(state ?? '') ||
    (state ?? '').length > longestState;
  const to = { redirectUri, responseMode, state: unfit ? null : state };
  const wished = parseScope(parameters.get('scope') ?? '');
  const problem =
    malformed(parameters) ??
    unsupported(parameters) ??
    scopeProblem(wished, client) ??
    challengeProblem(parameters, client) ??
    interactionProblem(parameters);
  // Without a wish there is a problem; the compiler can't know.
  if (problem !== null || wished === null) {
    return { kind: 'refused', to, problem: problem ?? invalid('The request is malformed') };
  }
  const maxAge = given('max_age');
  const wish: AuthorizationWish = {
    ...to,
    clientId: client.clientId,
    ...wished,
    nonce: given('nonce'),
    codeChallenge: given('code_challenge'),
    prompt: prompts.filter((prompt) => words(parameters, 'prompt').includes(prompt)),
    maxAge: maxAge === null ? null : Number(maxAge),
    loginHint: given('login_hint'),
    idTokenHintSub: null,
  };
  return { kind: 'wish', wish, idTokenHint: given('id_token_hint') };
}

function malformed(parameters: URLSearchParams): OAuthProblem | null {
  const names = [...parameters.keys()];
  if (new Set(names).size < names.length) {
    return invalid('A parameter was sent more than once');
  }
  if ([...parameters.values()].some(holdsControlCharacters)) {
    return invalid('A parameter holds control characters');
  }
  for (const [name, longest] of Object.entries({ state: longestState, nonce: longestNonce })) {
    if ((parameters.get(name) ?? '').length > longest) {
      return invalid(`${name} has more than ${longest} characters`);
    }
  }
  return null;
}

function unsupported(parameters: URLSearchParams): OAuthProblem | null {
  const errors = {
    request: 'request_not_supported',
    request_uri: 'request_uri_not_supported',
    registration: 'registration_not_supported',
  };
  for (const [name, error] of Object.entries(errors)) {
    if (parameters.get(name)) return { error, description: `${name} is not supported` };
  }
  if (parameters.get('response_type') === 'code') return null;
  return { error: 'unsupported_response_type', description: 'response_type must be code' };
}

function scopeProblem(wished: ScopeWish | null, client: RequestingClient): OAuthProblem | null {
  const error = 'invalid_scope';
  if (wished === null) return { error, description: 'The scope is unknown or malformed' };
  if (isWithin(wished.scopes, client.scopes)) return null;
  return { error, description: 'The client may not ask for this scope' };
}

/** Only S256 (RFC 7636), whose digest has 43 characters; without a method that is meant, too. */
function challengeProblem(
  parameters: URLSearchParams,
  client: RequestingClient,
): OAuthProblem | null {
  const challenge = parameters.get('code_challenge') || null;
  const method = parameters.get('code_challenge_method') || null;
  if (challenge === null) {
    if (method !== null) return invalid('code_challenge_method needs a code_challenge');
    return client.public ? invalid('A public client needs a code_challenge') : null;
  }
  if (method !== null && method !== 'S256') return invalid('code_challenge_method must be S256');
  return /^[\w-]{43}$/.test(challenge) ? null : invalid('code_challenge is malformed');
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

/** The words of a parameter that is a list, which single spaces separate (RFC 6749, section 3.3). */
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

/** What the authorization endpoint knows; the rest is ignored. Checked by `readAddress` and `readWish`. */
export const AuthorizationParameters = z.object({
  client_id: text,
  redirect_uri: text,
  response_type: text,
  scope: text,
  state: text,
  nonce: text,
  response_mode: text,
  code_challenge: text,
  code_challenge_method: text,
  prompt: text,
  max_age: text,
  id_token_hint: text,
  login_hint: text,
});
