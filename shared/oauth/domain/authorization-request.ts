import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';
import type { ClientScope } from '../../kernel/domain/scopes.ts';
import { isRecent } from '../../sign-in/domain/session.ts';
import { credentialScopeOf } from './oauth-scope.ts';

/** How much time a user has to sign in and decide, in milliseconds. */
export const requestLifetime = 1_800_000;

export const responseModes = ['query', 'fragment', 'form_post'] as const;
export type ResponseMode = (typeof responseModes)[number];

export const prompts = ['none', 'login', 'consent', 'select_account'] as const;
export type Prompt = (typeof prompts)[number];

/** A client's request to a user, validated. */
export interface AuthorizationInput {
  readonly clientId: string;
  readonly redirectUri: string;
  /** The contract's names, without duplicates. */
  readonly scopes: readonly ClientScope[];
  /** The scopes as they were sent. */
  readonly scope: string;
  readonly state: string | null;
  readonly nonce: string | null;
  readonly responseMode: ResponseMode;
  /** SHA-256 in base64url (S256), the only method. */
  readonly codeChallenge: string | null;
  readonly prompt: readonly Prompt[];
  /** In seconds. */
  readonly maxAge: number | null;
  readonly loginHint: string | null;
  /** The thumbprint of the key that must redeem the code (RFC 9449, section 10); absent: any. */
  readonly dpopJkt?: string | undefined;
  /** The credential was requested with authorization details: the client gets its identifier. */
  readonly identified?: boolean | undefined;
  /** It is for the resource of Agent Keys' scopes: the client acts for the user at the MCP endpoint. */
  readonly forAgents?: boolean | undefined;
  /** The person in an earlier ID token. */
  readonly idTokenHintSub: string | null;
}

/**
 * The maximum length of `state` and `nonce` in characters: both are carried through sign-in and
 * consent.
 */
export const maxStateLength = 2_000;
export const maxNonceLength = 512;

/** A request during sign-in and consent. Instants are ISO 8601 in UTC. */
export interface AuthorizationRequest extends AuthorizationInput {
  /** The reference of the browser's session when the request arrived; null: none. */
  readonly previousSession: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

/** A request that has reached its page. */
export interface PendingRequest extends AuthorizationRequest {
  /** Replaces the request's id where that must not be stored. */
  readonly reference: string;
}

const requestStatuses = ['open', 'answered', 'ended'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** A request that waits for its user, until its lifetime after `now` ends. */
export function newRequest(
  input: AuthorizationInput,
  previousSession: string | null,
  now: Date,
): AuthorizationRequest {
  return {
    ...input,
    previousSession,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + requestLifetime).toISOString(),
    usedAt: null,
  };
}

/** The state of a request at `now`, an instant in ISO 8601. */
export function requestStatus(
  { usedAt, expiresAt }: Pick<AuthorizationRequest, 'usedAt' | 'expiresAt'>,
  now: string,
): RequestStatus {
  if (usedAt !== null) return 'answered';
  return expiresAt <= now ? 'ended' : 'open';
}

/** The request after its only answer. Refused with its status if it was answered or has expired. */
export function answerRequest<R extends AuthorizationRequest>(
  request: R,
  now: string,
): Decision<R, Exclude<RequestStatus, 'open'>> {
  const status = requestStatus(request, now);
  return status === 'open' ? accept({ ...request, usedAt: now }) : refuse(status);
}

/** The person who is signed in. */
export interface SignedInUser {
  readonly personId: string;
  readonly authTime: string;
  /** The session's reference, which is not its secret. */
  readonly session: string;
  /** Whether the user has already allowed the client all of it, and the consent is still valid. */
  readonly consented: boolean;
}

/**
 * The next step of a request: a code, a question to the user, or the client's error. A requested
 * sign-in is complete if it happened after the request, in a session that the browser did not have
 * before. If the user is still not the one of `id_token_hint`, they are not asked again. Only
 * someone who signed in for this request, or within the last 15 minutes, is asked for consent.
 */
export type AuthorizationStep =
  | 'issue'
  | 'sign_in'
  | 'consent'
  | 'login_required'
  | 'consent_required';

/**
 * The next step of a request: an error for the client, a sign-in, a consent, or the answer (OpenID Connect Core,
 * 3.1.2.1).
 */
export function nextStep(
  request: AuthorizationRequest,
  user: SignedInUser | null,
  now: Date,
): AuthorizationStep {
  const silent = request.prompt.includes('none');
  if (user === null) return silent ? 'login_required' : 'sign_in';
  const signedInAgain = hasSignedInAgain(request, user);
  if (!signedInAgain && wantsSignIn(request, user, now))
    return silent ? 'login_required' : 'sign_in';
  if (request.idTokenHintSub !== null && request.idTokenHintSub !== user.personId) {
    return silent || signedInAgain ? 'login_required' : 'sign_in';
  }
  // A credential for a wallet and a new Agent Key need consent each time.
  const isOnce = request.forAgents === true || credentialScopeOf(request.scopes) !== undefined;
  const remembered = user.consented && !isOnce;
  if (remembered && !request.prompt.includes('consent')) return 'issue';
  if (silent) return 'consent_required';
  return signedInAgain || isRecent(user, now) ? 'consent' : 'sign_in';
}

/** Whether the client, and not our own rules, requires a new sign-in. */
export function asksForSignIn(
  request: AuthorizationRequest,
  user: SignedInUser,
  now: Date,
): boolean {
  if (hasSignedInAgain(request, user)) return false;
  const { idTokenHintSub } = request;
  const another = idTokenHintSub !== null && idTokenHintSub !== user.personId;
  return another || wantsSignIn(request, user, now);
}

function hasSignedInAgain(
  { previousSession, createdAt }: AuthorizationRequest,
  user: SignedInUser,
): boolean {
  return user.session !== previousSession && user.authTime >= createdAt;
}

/** `max_age=0` is equivalent to `prompt=login` (OpenID Connect Core, section 3.1.2.1). */
function wantsSignIn(
  { prompt, maxAge }: AuthorizationRequest,
  { authTime }: SignedInUser,
  now: Date,
): boolean {
  if (prompt.includes('login') || prompt.includes('select_account') || maxAge === 0) return true;
  return maxAge !== null && now.getTime() - Date.parse(authTime) > maxAge * 1000;
}

/**
 * The authorization response, which the client gets through the user's browser (RFC 6749, section
 * 4.1.2; RFC 9207 for `iss`).
 */
export interface AuthorizationAnswer {
  readonly redirectUri: string;
  readonly responseMode: ResponseMode;
  /** In the order in which they are sent. */
  readonly parameters: Readonly<Record<string, string>>;
}

interface ReturnAddress {
  readonly redirectUri: string;
  readonly responseMode: ResponseMode;
  readonly state: string | null;
}

/** `issuer` is the service's own URL, with which a client distinguishes issuers. */
export function codeAnswer(to: ReturnAddress, code: string, issuer: string): AuthorizationAnswer {
  return answer(to, { code }, issuer);
}

/** An error for the client (RFC 6749, 4.1.2.1), with the issuer of RFC 9207. */
export function errorAnswer(
  to: ReturnAddress,
  { error, description }: { readonly error: string; readonly description: string },
  issuer: string,
): AuthorizationAnswer {
  return answer(to, { error, error_description: description }, issuer);
}

function answer(
  { redirectUri, responseMode, state }: ReturnAddress,
  result: Readonly<Record<string, string>>,
  issuer: string,
): AuthorizationAnswer {
  const parameters = { ...result, ...(state !== null && { state }), iss: issuer };
  return { redirectUri, responseMode, parameters };
}

/**
 * The URL of the redirect for the modes `query` and `fragment`. The registered redirect URI is kept
 * character by character, except that query parameters with the names of the response's own are
 * removed: with two values a client might use the wrong one.
 */
export function answerLocation({
  redirectUri,
  responseMode,
  parameters,
}: AuthorizationAnswer): string {
  const answered = String(new URLSearchParams(parameters));
  if (responseMode === 'fragment') return `${redirectUri}#${answered}`;
  const [address = '', query = ''] = redirectUri.split(/\?(.*)/s);
  const isOurs = (pair: string) =>
    [...new URLSearchParams(pair).keys()].some((name) => Object.hasOwn(parameters, name));
  const kept = query.split('&').filter((pair) => pair !== '' && !isOurs(pair));
  return `${address}?${[...kept, answered].join('&')}`;
}
