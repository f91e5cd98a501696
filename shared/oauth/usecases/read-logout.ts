import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { SealingDeps } from '../../kernel/deps/service.ts';
import { resolveSession, type SignedIn } from '../../sign-in/auth/session.ts';
import { endSession } from '../../sign-in/usecases/sessions.ts';
import { openPublicKeys, readIdTokenHint } from '../auth/issued-tokens.ts';
import { sidOf } from '../auth/session-derived.ts';
import type { LogoutParameters } from '../contracts/end-session.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import { answerLocation, maxStateLength } from '../domain/authorization-request.ts';

/** A client's logout request. */
export interface Logout {
  /** The requesting client, if the hint or, without one, the other parameters identify it. */
  readonly client: StoredClient | null;
  /** Where the browser can go afterwards: a registered URL of `client`; null if there is none. */
  readonly to: string | null;
  /** Whether a URL was sent to which the browser must not go. */
  readonly notFollowed: boolean;
  readonly signedIn: SignedIn | null;
  /**
   * Whether the hint identifies the signed-in user and this session: then no confirmation is
   * needed.
   */
  readonly certain: boolean;
  /** Whether there is a valid hint: without one, nobody is redirected without being asked. */
  readonly hinted: boolean;
}

/** The longest redirect URI that can be registered, in characters. */
const maxUriLength = 2_000;

/**
 * Reads a logout request (OpenID Connect RP-Initiated Logout 1.0). Two rounds of reads, and the
 * keys if there is a hint. Only writes that the session was used.
 */
export async function readLogout(
  parameters: LogoutParameters,
  cookie: string | undefined,
  deps: SealingDeps,
  { headersOnly = false }: { readonly headersOnly?: boolean } = {},
): Promise<Logout> {
  const { id_token_hint: token, client_id: named } = parameters;
  const [hint, signedIn] = await Promise.all([
    token ? readHint(token, named || null, deps) : null,
    resolveSession(cookie, deps, { unnoted: headersOnly }),
  ]);
  // An invalid hint is worse than none: someone else may have made the link.
  const clientId = token ? (hint?.clientId ?? null) : named || null;
  const found = clientId === null ? null : await findClient(deps.table, clientId);
  const client = found?.active === true ? found : null;
  const to = client === null ? null : wayBack(parameters, client);
  return {
    client,
    to,
    notFollowed: to === null && Boolean(parameters.post_logout_redirect_uri),
    signedIn,
    certain: hint !== null && client !== null && signedIn !== null && isOf(hint, signedIn),
    hinted: hint !== null,
  };
}

type Hint = NonNullable<Awaited<ReturnType<typeof readIdTokenHint>>>;

async function readHint(token: string, named: string | null, deps: SealingDeps) {
  const { table, now, baseUrl } = deps;
  const hint = await readIdTokenHint(token, { issuer: baseUrl, keys: openPublicKeys(table, now) });
  return named === null || hint?.clientId === named ? hint : null;
}

/**
 * A token without `sid`, such as that of a device, identifies no session: its holder must confirm
 * before a session ends.
 */
function isOf({ personId, clientId, sid }: Hint, { person, session }: SignedIn): boolean {
  return personId === person.id && sid === sidOf(session, clientId);
}

function wayBack(
  { post_logout_redirect_uri: redirectUri, state }: LogoutParameters,
  { postLogoutRedirectUris }: StoredClient,
): string | null {
  if (!redirectUri || redirectUri.length > maxUriLength) return null;
  if (!postLogoutRedirectUris.includes(redirectUri)) return null;
  if (!state || state.length > maxStateLength) return redirectUri;
  return answerLocation({ redirectUri, responseMode: 'query', parameters: { state } });
}

/**
 * Signs a browser out, and returns the URLs that its page must load in frames, so that the
 * session's other applications also sign the person out (OpenID Connect Front-Channel Logout 1.0).
 */
export async function leaveSession(
  signedIn: SignedIn,
  deps: CoreDeps & { readonly baseUrl: string },
): Promise<readonly string[]> {
  const { session } = signedIn;
  const parties = session.parties ?? [];
  const [clients] = await Promise.all([
    Promise.all(parties.map((clientId) => findClient(deps.table, clientId))),
    endSession(signedIn, deps),
  ]);
  return clients.flatMap((client) => {
    if (client?.active !== true || client.frontchannelLogoutUri === null) return [];
    const url = new URL(client.frontchannelLogoutUri);
    const sid = sidOf(session, client.clientId);
    url.searchParams.append('iss', deps.baseUrl);
    if (sid !== undefined) url.searchParams.append('sid', sid);
    return [url.href];
  });
}
