import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findPerson, personWrite, type StoredPerson } from '../../people/db/people.ts';
import { deactivated } from '../../people/domain/person.ts';
import { accountEndedEvent } from '../../people/usecases/register-person.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { revokeEveryKey } from './revoke-keys.ts';

/**
 * Deactivates an account and, in the same transaction, revokes all its keys (spec 5, rule 4),
 * including those issued in the meantime; clients are notified, and the person gets an email. Does
 * nothing if it is already deactivated.
 *
 * Error: 404.
 */
export function deactivatePerson(
  personId: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredPerson> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    // The person is read first: if its version is unchanged at the write, the keys read after it
    // are complete.
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    if (person.status === 'deactivated') return person;
    const revoked = await revokeEveryKey(personId, at, deps);
    const next = deactivated(person);
    const outcome = await transact(deps.table, {
      person: personWrite(next),
      ...revoked.writes,
      signedOut: accountEndedEvent(person, at, deps),
      email: mailWrite(deps.newId(), at, { template: 'account_deactivated', personId, at }),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'person.deactivated',
        details: { revokedKeys: revoked.ids },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}
