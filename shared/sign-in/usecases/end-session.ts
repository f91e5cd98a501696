import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { personActor, type SignedIn } from '../auth/session.ts';
import { endSessionWrites, findSession, sessionKey } from '../db/sessions.ts';
import { sessionEndedEvent } from './session-ended.ts';

/**
 * Signs a browser out; it stays a known one, and clients that were given tokens in the session are told. A session that has
 * ended already gets no second entry in the audit trail.
 */
export async function endSession(
  { token, session, person }: SignedIn,
  deps: CoreDeps,
): Promise<void> {
  let known: typeof session | null = session;
  await untilWritten<void>(async () => {
    if (known === null) return;
    const at = deps.now().toISOString();
    const outcome = await transact(deps.table, {
      ...endSessionWrites(sessionKey(token), known),
      told: sessionEndedEvent(known, at, deps),
      ...auditPerson(deps, {
        at,
        actor: personActor(person.id),
        personId: person.id,
        action: 'person.signed_out',
        details: {},
      }),
    });
    if (outcome.kind === 'written') return;
    // It has ended, or a client was noted meanwhile.
    known = (await findSession(deps.table, token, person.id)).session;
    return lostRace;
  });
}
