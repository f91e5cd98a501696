import { findManifestation } from '../../access/db/manifestations.ts';
import { orElse, transact, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { canWrite } from '../../kernel/domain/scopes.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import { maxActiveKeys } from '../../people/domain/person.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { personActor, type SignedIn } from '../../sign-in/auth/session.ts';
import { findSession, recordParty } from '../../sign-in/db/sessions.ts';
import { newCode } from '../auth/oauth-token.ts';
import { sidOf } from '../auth/session-derived.ts';
import { spelledScopes } from '../contracts/oauth-scope.ts';
import { answerRequestWrite, findAnswered } from '../db/authorization-requests.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import { newCodeWrite, type StoredCode } from '../db/oauth-codes.ts';
import type { StoredConsent } from '../db/oauth-consents.ts';
import { inUse } from '../db/owner-acts.ts';
import {
  type AuthorizationAnswer,
  type AuthorizationInput,
  answerRequest,
  codeAnswer,
  errorAnswer,
  type PendingRequest,
  type RequestStatus,
} from '../domain/authorization-request.ts';
import { authorizationCodeLifetime } from '../domain/oauth-code.ts';
import { agentScopesOf, isSubset, opensEntities } from '../domain/oauth-scope.ts';
import { isOpenTo } from '../domain/owned-client.ts';
import { keepWhileGranted } from './client-documents.ts';
import { connectedEvent, nextConsent, sharedInTrail } from './consent-writes.ts';
import { type NotRepresented, sharedEntities } from './shared-entities.ts';

export interface AnswerDeps extends CoreDeps {
  /** This is also the issuer, with which a client distinguishes providers. */
  readonly baseUrl: string;
}

export type AnswerOutcome =
  | { readonly kind: 'answered'; readonly answer: AuthorizationAnswer }
  /** The request was already answered or has expired; nothing was written. */
  | { readonly kind: 'over'; readonly status: Exclude<RequestStatus, 'open'> }
  /**
   * The account was deactivated, the session ended, or the consent was withdrawn since they were
   * read.
   */
  | { readonly kind: 'changed' }
  /**
   * The client was disabled, or the URL is no longer one of its redirect URIs: the browser is not
   * redirected.
   */
  | { readonly kind: 'client_gone' }
  /** The client is in test mode, and this is not its owner. */
  | { readonly kind: 'in_test' };

interface Authorization {
  readonly input: AuthorizationInput;
  /**
   * The request of the page, which is used up; null if the browser came directly from the client.
   */
  readonly pending: PendingRequest | null;
  readonly signedIn: SignedIn;
}

/** The consent of a user who was asked. */
export interface AnsweredAuthorization extends Authorization {
  /** As they were sent; ignored if the scopes give no access to legal entities. */
  readonly legalEntityIds: readonly string[];
}

/**
 * The user allows what the client requests: see `giveCode`. They can only share entities that they
 * represent.
 */
export async function approveAuthorization(
  approval: AnsweredAuthorization,
  deps: AnswerDeps,
): Promise<AnswerOutcome | NotRepresented> {
  const { input, signedIn, legalEntityIds: chosen } = approval;
  const choice = { personId: signedIn.person.id, scopes: input.scopes, chosen };
  const legalEntityIds = await sharedEntities(choice, deps);
  if (legalEntityIds === null) return { kind: 'not_represented' };
  return giveCode(approval, { legalEntityIds }, deps);
}

/**
 * The user allows a wallet to fetch the one credential that it requests, for this entity or none:
 * see `giveCode`.
 */
export function allowCredential(
  { legalEntityIds, ...approval }: AnsweredAuthorization,
  deps: AnswerDeps,
): Promise<AnswerOutcome> {
  return giveCode(approval, { legalEntityIds }, deps);
}

/** What an application can do for a user at the MCP endpoint, as they chose. */
export interface AgentChoice {
  /** Scopes of Agent Keys, as they were sent. */
  readonly scopes: readonly string[];
  /** Payments and submissions wait for the user's approval. */
  readonly approvalRequired: boolean;
}

/** Why there is no Agent Key: no scope, no Manifestation of Will to write, or too many keys. */
type NoAgentKey = { readonly kind: 'no_agent_key'; readonly reason: 'scopes' | 'will' | 'full' };

/**
 * The user allows the client to act for them with some of the requested scopes: see `giveCode`. The
 * Agent Key is created when the code is redeemed, and this is checked again.
 */
export async function approveAgent(
  { input, ...approval }: Authorization,
  { scopes: chosen, approvalRequired }: AgentChoice,
  deps: AnswerDeps,
): Promise<AnswerOutcome | NoAgentKey> {
  const { person } = approval.signedIn;
  const ofAgents = agentScopesOf(input.scopes);
  const scopes = input.scopes.filter(
    (scope) => chosen.includes(scope) || agentScopesOf([scope]).length === 0,
  );
  if (agentScopesOf(scopes).length === 0 || !isSubset(chosen, ofAgents)) {
    return { kind: 'no_agent_key', reason: 'scopes' };
  }
  if (person.activeKeys >= maxActiveKeys) return { kind: 'no_agent_key', reason: 'full' };
  const will = canWrite(scopes) ? await findManifestation(deps.table, person.id) : null;
  if (canWrite(scopes) && will?.active !== true) return { kind: 'no_agent_key', reason: 'will' };
  const narrowed = { ...input, scopes, scope: spelledScopes(input.scope, scopes) };
  const allowed = { legalEntityIds: [], forAgents: { approvalRequired } };
  return giveCode({ ...approval, input: narrowed }, allowed, deps);
}

/** The user has allowed it before and is not asked again: see `giveCode`. */
export function repeatAuthorization(
  authorization: Authorization,
  { id, legalEntityIds }: Pick<StoredConsent, 'id' | 'legalEntityIds'>,
  deps: AnswerDeps,
): Promise<AnswerOutcome> {
  const shared = opensEntities(authorization.input.scopes) ? legalEntityIds : [];
  return giveCode(authorization, { legalEntityIds: shared, consentId: id }, deps);
}

interface Allowed {
  readonly legalEntityIds: readonly string[];
  /** The existing consent, if the user was not asked; absent if they were. */
  readonly consentId?: string;
  readonly forAgents?: StoredCode['forAgents'];
}

/**
 * Gives the client a code: one transaction uses up the request, writes the user's consent and
 * issues the code, so only one of two approvals gets a code. A client that has lost a scope since
 * the request was checked gets `invalid_scope`.
 *
 * The client is read, but not checked in the transaction, because the approvals of all its users
 * would conflict on that item. It is checked again when the code is redeemed.
 */
function giveCode(
  authorization: Authorization,
  { legalEntityIds, consentId, forAgents }: Allowed,
  deps: AnswerDeps,
): Promise<AnswerOutcome> {
  const { input, pending, signedIn } = authorization;
  const { person, session } = signedIn;
  const { clientId, scopes } = input;
  return retryOnConflict<AnswerOutcome>(async () => {
    const at = deps.now().toISOString();
    const [over, client] = await Promise.all([
      pending && overStatus(pending, at, deps),
      findClient(deps.table, clientId).then((found) => inUse(found, deps)),
    ]);
    if (over !== null) return { kind: 'over', status: over };
    if (client === null || !client.redirectUris.includes(input.redirectUri)) {
      return { kind: 'client_gone' };
    }
    if (!isOpenTo(client, person.id)) return { kind: 'in_test' };
    if (!isSubset(scopes, client.scopes)) return failAuthorization(authorization, lostScope, deps);
    const { authTime, amr } = session;
    const sid = sidOf(session, clientId);
    if (!(await noteParty(client, signedIn, deps))) return { kind: 'changed' };
    await keepWhileGranted(client, deps);
    const outcome = await authorizeClient(
      { ...input, person, legalEntityIds, authTime, amr, sid, consentId, forAgents },
      { request: pending === null ? undefined : answerRequestWrite(pending, at) },
      deps,
    );
    if (outcome.kind === 'issued') {
      return { kind: 'answered', answer: codeAnswer(input, outcome.code, deps.baseUrl) };
    }
    return outcome.kind === 'refused' ? lostRace : { kind: 'changed' };
  });
}

/** Notifies the client that the user has denied the request, which is used up. */
export function denyAuthorization(
  request: PendingRequest,
  { person }: SignedIn,
  deps: AnswerDeps,
): Promise<AnswerOutcome> {
  const { clientId, redirectUri } = request;
  return retryOnConflict<AnswerOutcome>(async () => {
    const at = deps.now().toISOString();
    const [over, client] = await Promise.all([
      overStatus(request, at, deps),
      findClient(deps.table, clientId).then((found) => inUse(found, deps)),
    ]);
    if (over !== null) return { kind: 'over', status: over };
    if (client === null || !client.redirectUris.includes(redirectUri)) {
      return { kind: 'client_gone' };
    }
    if (!isOpenTo(client, person.id)) return { kind: 'in_test' };
    const outcome = await transact(deps.table, {
      request: answerRequestWrite(request, at),
      ...auditPerson(deps, {
        at,
        actor: personActor(person.id),
        personId: person.id,
        action: 'oauth_client.denied',
        details: { clientId },
      }),
    });
    if (outcome.kind === 'refused') return lostRace;
    const problem = { error: 'access_denied', description: 'The user denied the request' };
    return { kind: 'answered', answer: errorAnswer(request, problem, deps.baseUrl) };
  });
}

/**
 * Sends the client an error and uses up the request, because the user can't change the result. If
 * no user is signed in, nothing is written, and the client gets the error each time the browser
 * repeats the request.
 */
export async function failAuthorization(
  { input, pending, signedIn }: Pick<Authorization, 'input' | 'pending'> & Arriving,
  problem: { readonly error: string; readonly description: string },
  deps: AnswerDeps,
): Promise<AnswerOutcome> {
  if (pending !== null && signedIn !== null) {
    const request = answerRequestWrite(pending, deps.now().toISOString());
    const outcome = await transact(deps.table, { request });
    if (outcome.kind === 'refused') return { kind: 'over', status: 'answered' };
  }
  return { kind: 'answered', answer: errorAnswer(input, problem, deps.baseUrl) };
}

interface Arriving {
  readonly signedIn: SignedIn | null;
}

const lostScope = {
  error: 'invalid_scope',
  description: 'The client is no longer allowed to request this scope',
};

/** Null while a request can be answered. */
async function overStatus(request: PendingRequest, at: string, { table }: CoreDeps) {
  const answered = answerRequest({ ...request, usedAt: await findAnswered(table, request) }, at);
  return answered.ok ? null : answered.reason;
}

/** A user's consent, new or existing, and where the code is sent. */
interface ClientAuthorization {
  /** The person as currently stored. */
  readonly person: StoredPerson;
  readonly clientId: string;
  /** The contract's names; the client is allowed each of them. */
  readonly scopes: readonly string[];
  /** The scopes as the client sent them. */
  readonly scope: string;
  /** The user's choice; that of the existing consent if they were not asked. */
  readonly legalEntityIds: readonly string[];
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly nonce: string | null;
  /** When the user signed in, in ISO 8601. */
  readonly authTime: string;
  /** Authentication methods. */
  readonly amr: readonly string[];
  /** The id of the session for this client. */
  readonly sid: string;
  /** The thumbprint of the key that must redeem the code; absent: any. */
  readonly dpopJkt?: string | undefined;
  /** The client used authorization details. */
  readonly identified?: boolean | undefined;
  /** The existing consent, if the user was not asked; absent if they were. */
  readonly consentId?: string | undefined;
  /** The client will act with an Agent Key. */
  readonly forAgents?: StoredCode['forAgents'];
}

type IssuedAuthorizationCode =
  | { readonly kind: 'issued'; readonly code: string }
  /** One of the caller's own writes was refused: nothing was written. */
  | { readonly kind: 'refused' }
  /** The existing consent has changed: nothing was written. */
  | { readonly kind: 'consent_changed' }
  /** The account was deactivated in the meantime: nothing was written. */
  | { readonly kind: 'deactivated' };

/**
 * Issues an authorization code. The same transaction writes the consent if it changes, and the
 * caller's own writes (for example, that the request was answered).
 */
export function authorizeClient(
  authorization: ClientAuthorization,
  writes: Writes,
  deps: CoreDeps,
): Promise<IssuedAuthorizationCode> {
  const { person, clientId, scopes, legalEntityIds } = authorization;
  return retryOnConflict<IssuedAuthorizationCode>(async () => {
    const now = deps.now();
    const at = now.toISOString();
    // The entity of a credential is not shared with the client.
    const shared = opensEntities(scopes) ? legalEntityIds : [];
    const approval = { scopes, legalEntityIds: shared };
    const toBe = await nextConsent({ person, clientId }, approval, at, deps);
    const { consent, write, changed } = toBe;
    // The user was not asked: the consent must already exist, and is not created here.
    const { consentId } = authorization;
    if (consentId !== undefined && (changed || consent.id !== consentId)) {
      return { kind: 'consent_changed' };
    }
    const code = newCode(deps.random);
    const { scope, redirectUri, codeChallenge, nonce, authTime, amr, sid, dpopJkt, identified } =
      authorization;
    const { forAgents } = authorization;
    const outcome = await transact(deps.table, {
      ...writes,
      oauthPerson: orElse(actingEpochCheck(person), () => ({ kind: 'deactivated' })),
      oauthConsent: orElse(write, conflict),
      // The email about its Agent Key is enough.
      notification: forAgents === undefined ? connectedEvent(toBe, at, deps) : undefined,
      oauthCode: newCodeWrite(code, {
        clientId,
        redirectUri,
        personId: person.id,
        consentId: consent.id,
        scopes: [...scopes],
        scope,
        legalEntityIds: [...legalEntityIds],
        codeChallenge,
        nonce,
        authTime,
        amr,
        sid,
        dpopJkt,
        identified,
        forAgents,
        credentialEpoch: person.credentialEpoch,
        grantId: deps.newId(),
        createdAt: at,
        expiresAt: new Date(now.getTime() + authorizationCodeLifetime).toISOString(),
        usedAt: null,
      }),
      ...auditPerson(deps, {
        at,
        actor: personActor(person.id),
        personId: person.id,
        action: 'oauth_client.authorized',
        details: { clientId, scopes, ...sharedInTrail(legalEntityIds), consentChanged: changed },
      }),
    });
    if (outcome.kind === 'written') return { kind: 'issued', code };
    return outcome.refusal ?? { kind: 'refused' };
  });
}

/**
 * At most this many clients are notified when a session ends. No person signs in to more within
 * twelve hours.
 */
const maxParties = 50;

/**
 * Records with the session that this client must be notified when it ends, if the client wants
 * that. This must come before the code is issued, because a client ignores the end of a session
 * that it does not know. One round trip at the client's first sign-in of a session, otherwise none.
 * False: the session has ended in the meantime, so no code may be issued.
 */
export async function noteParty(
  client: StoredClient,
  { session, person, token }: SignedIn,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<boolean> {
  if (!wantsToKnow(client)) return true;
  const { clientId } = client;
  let before = session.parties ?? [];
  while (!before.includes(clientId) && before.length < maxParties) {
    if (await recordParty(table, token, { before, clientId })) return true;
    // Another client was recorded at the same moment, or the session has ended.
    const found = await findSession(table, token, person.id);
    if (found.session === null) return false;
    before = found.session.parties ?? [];
  }
  return true;
}

function wantsToKnow({ frontchannelLogoutUri, backchannelLogoutUri }: StoredClient): boolean {
  return frontchannelLogoutUri !== null || backchannelLogoutUri !== null;
}
