import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';
import type { ClientScope } from '../../kernel/domain/scopes.ts';
import { isRecent } from '../../sign-in/domain/session.ts';
import { credentialScopeOf } from './oauth-scope.ts';

/** How long a browser must sign in and decide, in milliseconds. */
export const requestLifetime = 1_800_000;

export const responseModes = ['query', 'fragment', 'form_post'] as const;
export type ResponseMode = (typeof responseModes)[number];

export const prompts = ['none', 'login', 'consent', 'select_account'] as const;
export type Prompt = (typeof prompts)[number];

/** A client's request to a user, validated. */
export interface AuthorizationWish {
  readonly clientId: string;
  readonly redirectUri: string;
  /** The contract's names, each once. */
  readonly scopes: readonly ClientScope[];
  /** As it was spelled. */
  readonly scope: string;
  readonly state: string | null;
  readonly nonce: string | null;
  readonly responseMode: ResponseMode;
  /** SHA-256 in base64url, the only method. */
  readonly codeChallenge: string | null;
  readonly prompt: readonly Prompt[];
  /** Seconds. */
  readonly maxAge: number | null;
  readonly loginHint: string | null;
  /** Thumbprint of the key that alone redeems the code (RFC 9449, section 10); absent: any. */
  readonly dpopJkt?: string | undefined;
  /** The credential was asked for with authorization details: the client gets an identifier of it. */
  readonly identified?: boolean | undefined;
  /** The person in an earlier ID token. */
  readonly idTokenHintSub: string | null;
}

/** Longest `state` and `nonce` that are carried through sign-in and consent, in characters. */
export const maxStateLength = 2_000;
export const maxNonceLength = 512;

/** The wish while a browser is on its way through sign-in and consent. Instants are ISO 8601 in UTC. */
export interface AuthorizationRequest extends AuthorizationWish {
  /** Reference of the session that the browser had when it came; null: none. */
  readonly formerSession: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

/** A request that has come to its page. */
export interface PendingRequest extends AuthorizationRequest {
  /** Stands for the request wherever its address must not be. */
  readonly reference: string;
}

const requestStatuses = ['open', 'answered', 'ended'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** A request that waits for its user, for its lifetime from `now`. */
export function newRequest(
  wish: AuthorizationWish,
  formerSession: string | null,
  now: Date,
): AuthorizationRequest {
  return {
    ...wish,
    formerSession,
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

/** The request after its one answer, whatever that was. If it is over already, refused with its status. */
export function answerRequest<R extends AuthorizationRequest>(
  request: R,
  now: string,
): Decision<R, Exclude<RequestStatus, 'open'>> {
  const status = requestStatus(request, now);
  return status === 'open' ? accept({ ...request, usedAt: now }) : refuse(status);
}

/** Who sits at the browser. */
export interface SignedInUser {
  readonly personId: string;
  readonly authTime: string;
  /** Its reference, which is not its secret. */
  readonly session: string;
  /** Whether they allowed the client all of it before, and that consent still stands. */
  readonly consented: boolean;
}

/**
 * The next step of a request: a code, a question to the user, or the client's error. A requested sign-in is complete if
 * it happened after the request, in a session that the browser did not have then. If the user is still not the one of
 * `id_token_hint`, they are not asked again. Only someone who signed in for this request, or within the last 15
 * minutes, is asked for consent.
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
  // What goes into a wallet is a question each time.
  const remembered = user.consented && credentialScopeOf(request.scopes) === undefined;
  if (remembered && !request.prompt.includes('consent')) return 'issue';
  if (silent) return 'consent_required';
  return signedInAgain || isRecent(user, now) ? 'consent' : 'sign_in';
}

/** Whether someone who is signed in must do it again because the client asks for it, and not we. */
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
  { formerSession, createdAt }: AuthorizationRequest,
  user: SignedInUser,
): boolean {
  return user.session !== formerSession && user.authTime >= createdAt;
}

/** `max_age=0` is another way to say `prompt=login` (OpenID Connect Core, section 3.1.2.1). */
function wantsSignIn(
  { prompt, maxAge }: AuthorizationRequest,
  { authTime }: SignedInUser,
  now: Date,
): boolean {
  if (prompt.includes('login') || prompt.includes('select_account') || maxAge === 0) return true;
  return maxAge !== null && now.getTime() - Date.parse(authTime) > maxAge * 1000;
}

/**
 * The answer that the client gets through the user's browser (RFC 6749, section 4.1.2; RFC 9207 for `iss`).
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

/** `issuer` is the service's own address, by which a client tells us from others. */
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
 * Where a browser is sent with an answer of the modes `query` and `fragment`. The redirect URI stays as it was
 * registered, character by character, except that names in its query which the answer uses itself are dropped:
 * of two values a client might take the wrong one.
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
