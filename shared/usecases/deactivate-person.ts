import { activeKeysOf } from '../db/api-keys.ts';
import { partitions } from '../db/keys.ts';
import { findPerson, personWrite, type StoredPerson } from '../db/people.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import { deactivated } from '../domain/person.ts';
import { apiErrors } from '../errors.ts';
import { auditPerson } from './audit-person.ts';
import { revocationsOf } from './revocations-of.ts';
import { lostRace, untilWritten } from './until-written.ts';

/**
 * Deactivates an account and, in the same transaction, revokes every key it has (spec 5, rule 4). A key
 * that is issued meanwhile is among them. A deactivated account is answered as it is.
 *
 * Error: 404.
 */
export function deactivatePerson(
  personId: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredPerson> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    // The person first: its version then vouches for the keys that are read after it.
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    if (person.status === 'deactivated') return person;
    const owner = partitions.person(personId);
    const revoked = await activeKeysOf(deps.table, owner);
    const next = deactivated(person);
    const outcome = await transact(deps.table, {
      person: personWrite(next),
      ...revocationsOf(revoked, owner, at, deps),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'person.deactivated',
        details: { revokedKeys: revoked.map(({ id }) => id) },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}
