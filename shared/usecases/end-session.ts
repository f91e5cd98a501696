import { personActor, type SignedIn } from '../auth/session.ts';
import { endSessionWrites, sessionKey } from '../db/sessions.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { auditPerson } from './audit-person.ts';

/**
 * Signs a browser out, which stays a known one. A session that has ended already stays so, without a second
 * entry in the trail.
 */
export async function endSession(
  { token, session, person }: SignedIn,
  deps: CoreDeps,
): Promise<void> {
  await transact(deps.table, {
    ...endSessionWrites(sessionKey(token), session),
    ...auditPerson(deps, {
      at: deps.now().toISOString(),
      actor: personActor(person.id),
      personId: person.id,
      action: 'person.signed_out',
      details: {},
    }),
  });
}
