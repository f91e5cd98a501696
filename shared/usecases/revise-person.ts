import { emailWrites, findPerson, personWrite, type StoredPerson } from '../db/people.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import {
  isSameEmail,
  type PersonRevision,
  revisePerson as revise,
} from '../domain/revise-person.ts';
import { apiErrors } from '../errors.ts';
import { auditPerson } from './audit-person.ts';
import { checkDateOfBirth } from './check-date-of-birth.ts';
import { lostRace, untilWritten } from './until-written.ts';

/**
 * Sets fields of a person. A new e-mail address is claimed and the former one is free, in one
 * transaction. What changes nothing is not recorded.
 *
 * Errors: 404; 400 for a date of birth that has not come; 409 `person.email_taken`.
 */
export function revisePerson(
  personId: string,
  revision: PersonRevision,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredPerson> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    checkDateOfBirth(revision.dateOfBirth, at);
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    const { next: revised, changed } = revise(person, revision);
    if (changed.length === 0) return person;
    // Who could read the old mailbox may be signed in: another address ends every session.
    const moved = !isSameEmail(person.email, revised.email);
    const next = { ...revised, credentialEpoch: person.credentialEpoch + (moved ? 1 : 0) };
    const outcome = await transact(deps.table, {
      person: personWrite(next),
      ...emailWrites(personId, person.email, next.email),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'person.updated',
        details: { changed },
      }),
    });
    if (outcome.kind === 'written') return next;
    if (outcome.label === 'email') throw apiErrors.emailTaken();
    return lostRace;
  });
}
