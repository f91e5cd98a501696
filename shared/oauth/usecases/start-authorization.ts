import type { SealingDeps } from '../../kernel/deps/service.ts';
import { resolveSession, type SignedIn, sessionReference } from '../../sign-in/auth/session.ts';
import { openPublicKeys, readIdTokenHint } from '../auth/issued-tokens.ts';
import { isDocumentAddress, storedClientId } from '../auth/oauth-token.ts';
import { isPushed, openPushed, pendingOf, sealRequest } from '../auth/request-handle.ts';
import {
  type OAuthProblem,
  readAddress,
  readAuthorizationInput,
  readReturnAddress,
} from '../contracts/authorization.ts';
import { findAnswered, requestReference } from '../db/authorization-requests.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import { inUse } from '../db/owner-acts.ts';
import type { ClientKeyDeps } from '../deps/oauth-deps.ts';
import {
  type AuthorizationAnswer,
  type AuthorizationInput,
  errorAnswer,
  newRequest,
  nextStep,
  type ResponseMode,
} from '../domain/authorization-request.ts';
import { repeatAuthorization } from './answer-authorization.ts';
import { clientOfDocument } from './client-documents.ts';
import { readParameters } from './push-authorization.ts';
import { readUserFor, silentProblems } from './resume-authorization.ts';

export interface Arrival {
  /** All parameters, including repeated names. */
  readonly parameters: URLSearchParams;
  /** The session cookie. */
  readonly cookie: string | undefined;
  /**
   * Whether a missing cookie means that nobody is signed in. Not for a form from another site:
   * browsers withhold the cookie until the next redirect.
   */
  readonly cookieIsExpected: boolean;
  /**
   * For HEAD, which must have no effect: no code is issued, and no use of a session is recorded.
   */
  readonly headersOnly: boolean;
}

/** `toPrograms` is the response for programs, which can't be redirected (facts D1). */
export type Started =
  /** There is nowhere to redirect to: the browser shows the error. */
  | {
      readonly kind: 'unanswerable';
      readonly problem: OAuthProblem;
      readonly toPrograms?: OAuthProblem;
    }
  | {
      readonly kind: 'answered';
      readonly answer: AuthorizationAnswer;
      readonly toPrograms?: OAuthProblem;
    }
  /** HEAD, for which a GET would have issued a code. */
  | { readonly kind: 'withheld'; readonly responseMode: ResponseMode }
  /** The user must sign in or be asked, on the page of this handle. */
  | { readonly kind: 'interaction'; readonly handle: string };

/**
 * Receives an authorization request (facts D1) and checks it. Answers immediately if the user need
 * not or must not be asked (`prompt=none`). Otherwise the browser carries the sealed request to the
 * page that asks: nothing is stored for someone without a session.
 */
export async function startAuthorization(
  arrival: Arrival,
  deps: SealingDeps & ClientKeyDeps,
): Promise<Started> {
  const requestUri = arrival.parameters.get('request_uri') ?? '';
  if (isPushed(requestUri)) return startPushed(requestUri, arrival, deps);
  const { parameters, problem } = await readParameters(arrival.parameters, deps);
  const address = readAddress(parameters);
  if (!address.ok) return { kind: 'unanswerable', problem: problem ?? address.problem };
  const { incomplete } = address;
  const started = await decide({ ...arrival, parameters }, { ...address, problem }, deps);
  const { kind } = started;
  if (kind === 'interaction' || kind === 'withheld' || incomplete === null) return started;
  return { ...started, toPrograms: incomplete };
}

const usedBefore = 'The request_uri was already used';

/**
 * Only the pushed parameters apply (RFC 9126, section 4); `client_id` is required next to them, and
 * must match.
 */
async function startPushed(
  requestUri: string,
  arrival: Arrival,
  deps: SealingDeps,
): Promise<Started> {
  const pushed = await openPushed(requestUri, deps.seal);
  const [clientId, ...more] = arrival.parameters.getAll('client_id');
  if (pushed === null || more.length > 0 || pushed.clientId !== storedClientId(clientId ?? '')) {
    const description = 'The request_uri is unknown, too old, or belongs to another client';
    return unanswerable('invalid_request_uri', description);
  }
  const { id, ...input } = pushed;
  const reference = requestReference(id);
  const [answeredAt, client, signedIn] = await Promise.all([
    findAnswered(deps.table, { reference }),
    findUsable(pushed.clientId, deps),
    resolveSession(arrival.cookie, deps, { unnoted: arrival.headersOnly }),
  ]);
  if (client === null) return unanswerable('invalid_client', 'Unknown client');
  if (answeredAt !== null) return unanswerable('invalid_request_uri', usedBefore);
  if (!client.redirectUris.includes(input.redirectUri)) {
    return unanswerable('invalid_request', 'The redirect_uri is not registered for the client');
  }
  return goOn({ input, id, client, signedIn, isPushed: true }, arrival, deps);
}

async function decide(
  arrival: Arrival,
  address: {
    readonly clientId: string;
    readonly redirectUri: string;
    /** The error in the request object. */
    readonly problem: OAuthProblem | null;
  },
  deps: SealingDeps & ClientKeyDeps,
): Promise<Started> {
  const { parameters, cookie } = arrival;
  const isDocument = isDocumentAddress(address.clientId);
  if (isDocument && deps.clientDocuments === false) {
    const description = 'This registry accepts only registered clients, no metadata documents';
    return unanswerable('invalid_client', description);
  }
  const [client, signedIn] = await Promise.all([
    isDocument
      ? clientOfDocument(address.clientId, deps).then((found) => inUse(found, deps))
      : findUsable(address.clientId, deps),
    resolveSession(cookie, deps, { unnoted: arrival.headersOnly }),
  ]);
  if (client === null) return unanswerable('invalid_client', 'Unknown client');
  if (!client.redirectUris.includes(address.redirectUri)) {
    return unanswerable('invalid_request', 'The redirect_uri is not registered for the client');
  }
  if (address.problem !== null) {
    const to = readReturnAddress(parameters, address.redirectUri);
    return refused(to, address.problem, deps);
  }
  const read = readAuthorizationInput(parameters, address.redirectUri, client, deps.baseUrl);
  if (read.kind === 'refused') {
    const { to, problem, toPrograms } = read;
    return { ...refused(to, problem, deps), ...(toPrograms && { toPrograms }) };
  }
  const { idTokenHint } = read;
  const hinted = idTokenHint === null ? null : await readHint(idTokenHint, deps);
  if (idTokenHint !== null && hinted?.clientId !== client.clientId) {
    const description = 'The id_token_hint is not an ID token of this client';
    return refused(read.input, { error: 'invalid_request', description }, deps);
  }
  const input = { ...read.input, idTokenHintSub: hinted?.personId ?? null };
  if (client.requirePushedAuthorizationRequests) {
    const description = 'This client must push its requests (RFC 9126)';
    return refused(input, { error: 'invalid_request', description }, deps);
  }
  const id = Buffer.from(deps.random(16)).toString('base64url');
  return goOn({ input, id, client, signedIn, isPushed: false }, arrival, deps);
}

/** A valid request of a client that is allowed to make it. */
interface Checked {
  readonly input: AuthorizationInput;
  /** Random. A pushed request has it from the push, so it can be answered only once. */
  readonly id: string;
  readonly client: StoredClient;
  readonly signedIn: SignedIn | null;
  readonly isPushed: boolean;
}

async function goOn(
  { input, id, client, signedIn, isPushed: wasPushed }: Checked,
  arrival: Arrival,
  deps: SealingDeps,
): Promise<Started> {
  const now = deps.now();
  const session = signedIn === null ? null : sessionReference(signedIn.token);
  const request = newRequest(input, session, now);
  // This comes first: whether the request is too long must not depend on who is signed in.
  const handle = await sealRequest(request, id, deps.seal);
  if (handle === null) {
    const description = 'The request is too long';
    return refused(input, { error: 'invalid_request', description }, deps);
  }
  const known = await readUserFor(client, input, signedIn, deps);
  const step = nextStep(request, known?.user ?? null, now);
  if (step === 'issue' && arrival.headersOnly) {
    return { kind: 'withheld', responseMode: input.responseMode };
  }
  if (known !== null && known.consent !== null && signedIn !== null && step === 'issue') {
    const { consent } = known;
    const pending = wasPushed ? pendingOf(request, id) : null;
    const outcome = await repeatAuthorization({ input, pending, signedIn }, consent, deps);
    if (outcome.kind === 'answered') return outcome;
    if (outcome.kind === 'over') {
      return unanswerable('invalid_request_uri', usedBefore);
    }
  }
  const silentError = step === 'login_required' || step === 'consent_required';
  if (silentError && (signedIn !== null || arrival.cookieIsExpected)) {
    return refused(input, silentProblems[step], deps);
  }
  return { kind: 'interaction', handle };
}

async function findUsable(
  clientId: string,
  deps: Pick<SealingDeps, 'table' | 'clientDocuments'>,
): Promise<StoredClient | null> {
  return inUse(await findClient(deps.table, clientId), deps);
}

function unanswerable(error: string, description: string): Started {
  return { kind: 'unanswerable', problem: { error, description } };
}

function refused(
  to: Pick<AuthorizationInput, 'redirectUri' | 'responseMode' | 'state'>,
  problem: OAuthProblem,
  { baseUrl }: SealingDeps,
): Started {
  return { kind: 'answered', answer: errorAnswer(to, problem, baseUrl) };
}

/** Hints are rare, so the keys are read for each. */
function readHint(idTokenHint: string, { table, now, baseUrl }: SealingDeps) {
  const keys = openPublicKeys(table, now);
  return readIdTokenHint(idTokenHint, { issuer: baseUrl, keys });
}
