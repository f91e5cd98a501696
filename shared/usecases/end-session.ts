import { personActor } from '../auth/session.ts';
import { endSessionWrite } from '../db/sessions.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { auditPerson } from './audit-person.ts';

/** Signs a browser out. A session that has ended already stays so, without a second entry in the trail. */
export async function endSession(
  { token, personId }: { readonly token: string; readonly personId: string },
  deps: CoreDeps,
): Promise<void> {
  await transact(deps.table, {
    session: endSessionWrite(token),
    ...auditPerson(deps, {
      at: deps.now().toISOString(),
      actor: personActor(personId),
      personId,
      action: 'person.signed_out',
      details: {},
    }),
  });
}
