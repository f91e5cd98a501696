import { auditAct } from '../../audit/audit-act.ts';
import type { Actor } from '../../audit/audit-entry.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { registrySpread } from '../db/registry-spread.ts';
import { revisedEntityWrites } from '../db/revised-entity.ts';
import type { FindDissolutionWrites } from '../dissolution-writes.ts';
import { type EntityRevision, revisedEntity as revise } from '../domain/revise-entity.ts';
import { type RepresentedEntity, readEntity } from './read-entity.ts';

/**
 * Changes a legal entity with all that follows from it: what search finds, whose the name is, and whether
 * its number is active. What a dissolution does to its
 * certificates, `dissolutionWrites` finds. The loser of a race decides again on what the winner wrote.
 *
 * A revision that says nothing new writes nothing. Errors: 404; 409 `entity.name_taken`.
 */
export async function reviseEntity(
  entityId: string,
  revision: EntityRevision,
  actor: Actor,
  deps: CoreDeps,
  dissolutionWrites: FindDissolutionWrites,
): Promise<RepresentedEntity> {
  return untilWritten(async () => {
    const { entity, representatives } = await readEntity(deps.table, entityId);
    const { next, changed } = revise(entity, revision);
    if (changed.length === 0) return { entity, representatives };
    const at = deps.now().toISOString();
    const outcome = await transact(deps.table, {
      ...revisedEntityWrites(entity, next, at, await registrySpread(deps)),
      ...(changed.includes('dissolutionDate') && (await dissolutionWrites(next, actor, at, deps))),
      ...auditAct(deps, {
        at,
        actor,
        action: 'legal_entity.updated',
        subject: { type: 'legal_entity', id: entityId },
        details: { changed },
      }),
    });
    if (outcome.kind === 'written') return { entity: next, representatives };
    switch (outcome.refusal) {
      case 'name_taken':
        throw apiErrors.nameTaken();
      case 'revised_before':
      case lostRace:
        return lostRace;
      default:
        throw outcome.error;
    }
  });
}
