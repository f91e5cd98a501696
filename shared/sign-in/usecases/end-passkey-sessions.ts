import type { Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { listSessions } from '../db/sessions.ts';
import { sessionEndedEvent } from './session-ended.ts';

/** Of each session two items are removed and one may be written, and a transaction takes a hundred. */
const sessionsAtOnce = 28;

/**
 * The writes that end the sessions which somebody has begun with a passkey, by what stands for it in its key, but for the
 * one with the id `except`: some for the transaction in which the passkey ends, and the rest for others after it. A
 * session that begins meanwhile has a condition on the passkey. Sessions of before the passkey was stored with them stay.
 */
export async function endPasskeySessionsWrites(
  personId: string,
  reference: string,
  deps: Pick<CoreDeps, 'table' | 'newId' | 'now'>,
  except?: string,
): Promise<readonly Writes[]> {
  const listed = await listSessions(deps.table, personId);
  const at = deps.now().toISOString();
  const theirs = listed.filter(
    ({ session }) => session.passkey === reference && session.id !== except,
  );
  const parts = Array.from({ length: Math.ceil(theirs.length / sessionsAtOnce) }, (_, part) =>
    theirs.slice(part * sessionsAtOnce, (part + 1) * sessionsAtOnce),
  );
  return parts.map((some) =>
    Object.fromEntries(
      some.flatMap(({ key, entry, session }) => [
        [`session ${session.id}`, { remove: { Key: key } }],
        [`listed ${session.id}`, { remove: { Key: entry } }],
        [`told ${session.id}`, sessionEndedEvent(session, at, deps)],
      ]),
    ),
  );
}
