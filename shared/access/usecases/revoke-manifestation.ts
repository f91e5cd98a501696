import { partitions } from '../../kernel/db/keys.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { canWrite } from '../../kernel/domain/scopes.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { findPerson, personWrite } from '../../people/db/people.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { activeKeysOf } from '../db/api-keys.ts';
import { findManifestation, manifestationWrite } from '../db/manifestations.ts';
import {
  type Manifestation,
  neverSigned,
  revokedManifestation as revoke,
} from '../domain/manifestation.ts';
import { revocationsOf } from './revocations-of.ts';

/**
 * Revokes a person's Manifestation of Will and, in the same transaction, every Agent Key that can write;
 * one that is issued meanwhile is among them, or is refused. Keys that only read stay. Without an active
 * will, the answer is what there is.
 *
 * Error: 404.
 */
export function revokeManifestation(
  personId: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<Manifestation> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    // The person first: its version then vouches for the keys that are read after it.
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    const owner = partitions.person(personId);
    const [will, active] = await Promise.all([
      findManifestation(deps.table, personId),
      activeKeysOf(deps.table, owner),
    ]);
    if (will === null || !will.active) return will ?? neverSigned;
    const next = revoke(will, at);
    const revoked = active.filter(({ kind, scopes }) => kind === 'agent' && canWrite(scopes));
    const outcome = await transact(deps.table, {
      person: personWrite({ ...person, activeKeys: person.activeKeys - revoked.length }),
      will: manifestationWrite(personId, { ...next, version: will.version }),
      ...revocationsOf(revoked, owner, at, deps),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'manifestation.revoked',
        details: { revokedKeys: revoked.map(({ id }) => id) },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}
