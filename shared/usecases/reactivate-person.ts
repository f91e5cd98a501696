import { findPerson, personWrite, type StoredPerson } from '../db/people.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import { apiErrors } from '../errors.ts';
import { auditPerson } from './audit-person.ts';
import { lostRace, untilWritten } from './until-written.ts';

/**
 * Reactivates an account. Its earlier keys and grants stay void (spec 5, rule 4). An active account is
 * answered as it is.
 *
 * Error: 404.
 */
export function reactivatePerson(
  personId: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredPerson> {
  return untilWritten(async () => {
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    if (person.status === 'active') return person;
    const next: StoredPerson = { ...person, status: 'active' };
    const outcome = await transact(deps.table, {
      person: personWrite(next),
      ...auditPerson(deps, {
        at: deps.now().toISOString(),
        actor,
        personId,
        action: 'person.reactivated',
        details: {},
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}
