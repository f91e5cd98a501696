import type { Actor } from '../../audit/audit-entry.ts';
import { auditPerson } from '../../audit/audit-person.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { findPerson, personWrite, type StoredPerson } from '../db/people.ts';

/**
 * Reactivates an account. Its earlier keys and grants stay void (spec 5, rule 4). An active account is left as
 * it is.
 *
 * Errors: 404; 409 `person.erased`.
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
    if (person.erasure !== undefined) throw apiErrors.personErased();
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
