import type { Table } from '../../kernel/db/table.ts';
import type { SealingDeps } from '../../kernel/deps/service.ts';
import { resolveSession, type SignedIn, sessionReference } from '../../sign-in/auth/session.ts';
import type { SignInReason } from '../../sign-in/domain/sign-in-reason.ts';
import { openHandle, requestBehind } from '../auth/request-handle.ts';
import { findAnswered } from '../db/authorization-requests.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import { findConsent, type StoredConsent } from '../db/oauth-consents.ts';
import { inUse } from '../db/owner-acts.ts';
import {
  type AuthorizationInput,
  type AuthorizationStep,
  asksForSignIn,
  nextStep,
  type PendingRequest,
  type RequestStatus,
  requestStatus,
  type SignedInUser,
} from '../domain/authorization-request.ts';
import { isVerifiable } from '../domain/client-metadata.ts';
import { consentStands } from '../domain/oauth-consent.ts';
import { isSubset } from '../domain/oauth-scope.ts';
import { isOpenTo, publicName } from '../domain/owned-client.ts';
import {
  type AnswerOutcome,
  failAuthorization,
  repeatAuthorization,
} from './answer-authorization.ts';
import { readLogo } from './read-clients.ts';

/** Errors that a client gets for `prompt=none` (OpenID Connect Core, section 3.1.2.6). */
export const silentProblems = {
  login_required: { error: 'login_required', description: 'The user must sign in' },
  consent_required: { error: 'consent_required', description: 'The user must give consent' },
} as const;

type Examined =
  | { readonly kind: 'over'; readonly status: Exclude<RequestStatus, 'open'> }
  | { readonly kind: 'client_gone' }
  /** The client is in test mode, and this is not its owner: the browser is not redirected. */
  | { readonly kind: 'in_test' }
  | {
      readonly kind: 'open';
      readonly step: AuthorizationStep;
      readonly request: PendingRequest;
      readonly client: StoredClient;
      /** The user's existing consent to the client, if it is valid. */
      readonly consent: StoredConsent | null;
    };

/** The next step of a request for the signed-in user. Writes nothing. */
export async function examineAuthorization(
  requestId: string,
  signedIn: SignedIn | null,
  deps: SealingDeps,
): Promise<Examined> {
  const { table, now } = deps;
  const request = await openHandle(requestId, deps.seal);
  const at = now();
  if (request === null) return { kind: 'over', status: 'ended' };
  const [usedAt, client] = await Promise.all([
    findAnswered(table, request),
    findClient(table, request.clientId).then((found) => inUse(found, deps)),
  ]);
  const status = requestStatus({ ...request, usedAt }, at.toISOString());
  if (status !== 'open') return { kind: 'over', status };
  if (client === null || !client.redirectUris.includes(request.redirectUri)) {
    return { kind: 'client_gone' };
  }
  const known = await readUserFor(client, request, signedIn, deps);
  const step = nextStep(request, known?.user ?? null, at);
  if (known === null && signedIn !== null && step === 'sign_in') return { kind: 'in_test' };
  return { kind: 'open', step, request, client, consent: known?.consent ?? null };
}

/** An `AnswerOutcome`, or what the page must do first. */
export type Resumed =
  | Exclude<AnswerOutcome, { readonly kind: 'changed' }>
  | { readonly kind: 'sign_in' }
  | Question;

/** The user must be asked. */
export interface Question {
  readonly kind: 'question';
  readonly request: PendingRequest;
  readonly client: StoredClient;
  /** The user's existing consent to the client, if it is valid. */
  readonly consent: StoredConsent | null;
}

/**
 * Continues a request once the user's cookies are known: after a sign-in, or after a form from
 * another site. Answers the client if the user need not be asked.
 */
export async function resumeAuthorization(
  requestId: string,
  signedIn: SignedIn | null,
  deps: SealingDeps,
): Promise<Resumed> {
  const examined = await examineAuthorization(requestId, signedIn, deps);
  if (examined.kind !== 'open') return examined;
  const { step, request, client, consent } = examined;
  switch (step) {
    case 'sign_in':
      return { kind: 'sign_in' };
    case 'consent':
      return { kind: 'question', request, client, consent };
    case 'login_required':
    case 'consent_required': {
      const problem = silentProblems[step];
      const failure = { input: request, pending: request, signedIn };
      return settled(await failAuthorization(failure, problem, deps));
    }
    case 'issue': {
      // `issue` implies a signed-in user with a consent.
      if (signedIn === null || consent === null) return { kind: 'sign_in' };
      const authorization = { input: request, pending: request, signedIn };
      return settled(await repeatAuthorization(authorization, consent, deps));
    }
  }
}

/** A changed state is examined again, after a sign-in if one is needed. */
function settled(outcome: AnswerOutcome): Resumed {
  return outcome.kind === 'changed' ? { kind: 'sign_in' } : outcome;
}

/** The signed-in user, and their earlier consent if it is valid. */
interface KnownUser {
  readonly user: SignedInUser;
  readonly consent: StoredConsent | null;
}

/** The signed-in user for a client's request, with the valid consent or null. */
async function readKnownUser(
  table: Table,
  { person, session, token }: SignedIn,
  client: StoredClient,
  { scopes, redirectUri }: AuthorizationInput,
): Promise<KnownUser> {
  const found = await findConsent(table, person.id, client.clientId);
  const consent = consentStands(found, person) ? found : null;
  const user = {
    personId: person.id,
    authTime: session.authTime,
    session: sessionReference(token),
    consented:
      consent !== null && isSubset(scopes, consent.scopes) && isRecognisable(client, redirectUri),
  };
  return { user, consent };
}

/**
 * The same for the user of this browser. Null if no user is signed in, or if a client in test mode
 * can't ask this user: the client can't distinguish the two.
 */
export async function readUserFor(
  client: StoredClient,
  input: AuthorizationInput,
  signedIn: SignedIn | null,
  { table }: { readonly table: Table },
): Promise<KnownUser | null> {
  if (signedIn === null || !isOpenTo(client, signedIn.person.id)) return null;
  return readKnownUser(table, signedIn, client, input);
}

/**
 * Whether the caller is certainly the client that was allowed access. Any program on the user's
 * machine can use a public client's id and listen on its loopback address, so such clients ask for
 * consent each time (RFC 8252, section 8.6).
 */
function isRecognisable(client: StoredClient, redirectUri: string): boolean {
  return !client.public || isVerifiable(redirectUri);
}

/** The application for which a user signs in, for the sign-in page. */
interface SignInContext {
  readonly clientName: string | undefined;
  /** Its logo in base64, if it has one and its name is shown. */
  readonly clientLogo: string | undefined;
  /** The email address that the application suggests. */
  readonly loginHint: string | undefined;
  /** Whether the user is signed in, and the application requires a new sign-in. */
  readonly again: boolean;
  /** Why our own rules require a new sign-in; null if they do not. */
  readonly reason: SignInReason | null;
  /**
   * Whether a consent question will certainly follow: users who have already allowed everything are
   * not asked again.
   */
  readonly decides: boolean;
}

const nothing: SignInContext = {
  clientName: undefined,
  clientLogo: undefined,
  loginHint: undefined,
  again: false,
  reason: null,
  decides: false,
};

/**
 * Reads the context from the path that follows the sign-in, if that is the page of an open request.
 */
export async function readSignInContext(
  next: string | undefined,
  sessionCookie: string | undefined,
  deps: SealingDeps,
): Promise<SignInContext> {
  const { table, now } = deps;
  const request = await requestBehind(next, deps.seal);
  if (request === null) return nothing;
  const [usedAt, client, signedIn] = await Promise.all([
    findAnswered(table, request),
    findClient(table, request.clientId).then((found) => inUse(found, deps)),
    resolveSession(sessionCookie, deps, { unnoted: true }),
  ]);
  const at = now();
  const status = requestStatus({ ...request, usedAt }, at.toISOString());
  if (status !== 'open' || client === null) return nothing;
  const { loginHint, prompt, redirectUri } = request;
  const clientName = publicName(client) ?? undefined;
  const [known, clientLogo] = await Promise.all([
    signedIn && readKnownUser(table, signedIn, client, request),
    clientName === undefined ? null : readLogo(client, deps),
  ]);
  const repeats = known !== null && nextStep(request, known.user, at) === 'sign_in';
  const again = repeats && asksForSignIn(request, known.user, at);
  const askedAlways = prompt.includes('consent') || !isRecognisable(client, redirectUri);
  // Other hints, such as telephone numbers, can't be used.
  const isAddress = loginHint !== null && loginHint.length <= 254 && loginHint.includes('@');
  return {
    clientName,
    clientLogo: clientLogo ?? undefined,
    loginHint: isAddress ? loginHint : undefined,
    again,
    reason: repeats && !again ? 'connection' : null,
    decides: askedAlways || (repeats && !known.user.consented),
  };
}
