import type { SealingDeps } from '../../kernel/deps/sealing.ts';
import type { SignedIn } from '../../sign-in/auth/session.ts';
import { openHandle } from '../auth/request-handle.ts';
import { findAnswered } from '../db/authorization-requests.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import type { StoredConsent } from '../db/oauth-consents.ts';
import { inUse } from '../db/owner-acts.ts';
import {
  type AuthorizationStep,
  nextStep,
  type PendingRequest,
  type RequestStatus,
  requestStatus,
} from '../domain/authorization-request.ts';
import {
  type AnswerOutcome,
  failAuthorization,
  repeatAuthorization,
} from './answer-authorization.ts';
import { readUserFor } from './read-authorization.ts';

/** What a client that asked for `prompt=none` is told (OpenID Connect Core, section 3.1.2.6). */
export const silentProblems = {
  login_required: { error: 'login_required', description: 'The user has to sign in' },
  consent_required: { error: 'consent_required', description: 'The user has to be asked' },
} as const;

export type Examined =
  | { readonly kind: 'over'; readonly status: Exclude<RequestStatus, 'open'> }
  | { readonly kind: 'client_gone' }
  /** The client is in test mode, and this is not its owner: nobody is sent there. */
  | { readonly kind: 'in_test' }
  | {
      readonly kind: 'open';
      readonly step: AuthorizationStep;
      readonly request: PendingRequest;
      readonly client: StoredClient;
      /** What the user allowed the client before, if it stands. */
      readonly consent: StoredConsent | null;
    };

/** What comes next for a request, given who is signed in. Writes nothing. */
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
    findClient(table, request.clientId).then((found) => inUse(found, table)),
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

/** An `AnswerOutcome`, or what the page has to do before there can be one. */
export type Resumed =
  | Exclude<AnswerOutcome, { readonly kind: 'changed' }>
  | { readonly kind: 'sign_in' }
  | Question;

/** The user has to be asked. */
export interface Question {
  readonly kind: 'question';
  readonly request: PendingRequest;
  readonly client: StoredClient;
  /** What the user allowed the client before, if it stands. */
  readonly consent: StoredConsent | null;
}

/**
 * Goes on with a request once the user's cookies are known: after a sign-in, or when the browser came
 * from another site's form. Answers the client where there is nothing to ask.
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
      const failure = { wish: request, pending: request, signedIn };
      return settled(await failAuthorization(failure, problem, deps));
    }
    case 'issue': {
      // `issue` implies somebody who is signed in and has allowed it.
      if (signedIn === null || consent === null) return { kind: 'sign_in' };
      const authorization = { wish: request, pending: request, signedIn };
      return settled(await repeatAuthorization(authorization, consent, deps));
    }
  }
}

/** What has changed is examined anew, after a sign-in if one is needed. */
function settled(outcome: AnswerOutcome): Resumed {
  return outcome.kind === 'changed' ? { kind: 'sign_in' } : outcome;
}
