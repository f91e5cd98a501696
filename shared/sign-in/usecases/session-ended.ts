import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { StoredSession } from '../db/sessions.ts';

/** Has the clients told that were given tokens in a session, in the transaction that ends it; undefined: there is none. */
export function sessionEndedEvent(
  { id, personId, parties = [] }: StoredSession,
  at: string,
  { newId }: Pick<CoreDeps, 'newId'>,
): Write | undefined {
  if (id === undefined || parties.length === 0) return undefined;
  return eventWrite(newId(), at, {
    type: 'logout.wanted',
    personId,
    of: { kind: 'session', sessionId: id, clientIds: parties },
  });
}
