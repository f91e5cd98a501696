import { auditPerson } from '../../audit/audit-person.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { personActor, type SignedIn } from '../auth/session.ts';
import { endSessionWrites, sessionKey } from '../db/sessions.ts';

/**
 * Signs a browser out; it stays a known one. A session that has ended already gets no second entry in the audit
 * trail.
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
