import type { SealingDeps } from '../../kernel/deps/sealing.ts';
import { resolveSession } from '../../sign-in/auth/session.ts';
import type { SignInReason } from '../../sign-in/domain/sign-in-reason.ts';
import { requestBehind } from '../auth/request-handle.ts';
import { findAnswered } from '../db/authorization-requests.ts';
import { findClient } from '../db/oauth-clients.ts';
import { inUse } from '../db/owner-acts.ts';
import { asksForSignIn, nextStep, requestStatus } from '../domain/authorization-request.ts';
import { publicName } from '../domain/owned-client.ts';
import { isRecognisable, readKnownUser } from './read-authorization.ts';
import { readLogo } from './read-logo.ts';

/** What the sign-in page knows of those who are on the way to an application. */
export interface SignInContext {
  readonly clientName: string | undefined;
  /** Its picture in base64, where it has one and is named. */
  readonly clientLogo: string | undefined;
  /** The mail address that the application believes them to have. */
  readonly loginHint: string | undefined;
  /** Whether somebody is signed in, and the application asks for it once more. */
  readonly again: boolean;
  /** Why our own rule makes them sign in once more; null: it does not. */
  readonly reason: SignInReason | null;
  /**
   * Whether the sign-in is certain to be followed by a question: whoever allowed all of it before goes straight
   * on.
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

/** Reads it off the path that follows the sign-in, where that is the page of an open request. */
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
    findClient(table, request.clientId).then((found) => inUse(found, table)),
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
  // Hints of other kinds, such as telephone numbers, are of no use here.
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
