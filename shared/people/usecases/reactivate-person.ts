import { transact, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit-person.ts';
import { findPerson, personWrite, type StoredPerson } from '../db/people.ts';

/**
 * Reactivates an account. Its earlier keys and grants stay void (spec 5, rule 4). `withIt` answers what else ends with
 * the time in which nobody could act for the account; the account was read before. An active account is left as it is.
 *
 * Errors: 404; 409 `person.erased`.
 */
export function reactivatePerson(
  personId: string,
  actor: Actor,
  deps: CoreDeps,
  withIt?: (personId: string, deps: CoreDeps) => Promise<Writes>,
): Promise<StoredPerson> {
  return untilWritten(async () => {
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    if (person.status === 'active') return person;
    if (person.erasure !== undefined) throw apiErrors.personErased();
    const next: StoredPerson = { ...person, status: 'active' };
    const outcome = await transact(deps.table, {
      person: personWrite(next),
      ...(await withIt?.(personId, deps)),
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
