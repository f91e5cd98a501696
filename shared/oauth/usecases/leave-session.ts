import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { SignedIn } from '../../sign-in/auth/session.ts';
import { endSession } from '../../sign-in/usecases/end-session.ts';
import { sidOf } from '../auth/sid.ts';
import { findClient } from '../db/oauth-clients.ts';

/**
 * Signs a browser out, and gives the addresses that its page has to show in frames, so that the other applications of the
 * session sign the person out, too (OpenID Connect Front-Channel Logout 1.0).
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
