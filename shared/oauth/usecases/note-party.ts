import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { SignedIn } from '../../sign-in/auth/session.ts';
import { findSession, recordParty } from '../../sign-in/db/sessions.ts';
import type { StoredClient } from '../db/oauth-clients.ts';

/** So many clients of one session are told when it ends; a person who signs in to more of them within twelve hours is none. */
const maxParties = 50;

/**
 * Keeps with the session that this client is to be told when it ends, where it wants that. It comes before the code: a client
 * that is told of a session which it has not seen ignores it. One round trip at its first sign-in in a session, else none.
 * False: the session has ended meanwhile, and nobody may be given a code in it.
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
    // Another client was noted at the same moment, or the session has ended.
    const found = await findSession(table, token, person.id);
    if (found.session === null) return false;
    before = found.session.parties ?? [];
  }
  return true;
}

function wantsToKnow({ frontchannelLogoutUri, backchannelLogoutUri }: StoredClient): boolean {
  return frontchannelLogoutUri !== null || backchannelLogoutUri !== null;
}
