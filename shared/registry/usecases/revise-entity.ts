import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { correctionWrite, type StoredCorrection } from '../db/corrections.ts';
import { registrySpread } from '../db/registry-spread.ts';
import { revisedEntityWrites } from '../db/revised-entity.ts';
import { changedValues } from '../domain/changed-values.ts';
import {
  type EntityRevision,
  type RevisableEntity,
  revisedEntity as revise,
} from '../domain/revise-entity.ts';
import type { FindDissolutionWrites } from './dissolution-writes.ts';
import { type RepresentedEntity, readEntity } from './read-entity.ts';

/** Why something was wrong. */
type Correction = Pick<StoredCorrection, 'reasonCode'> & { readonly reason: string };

// What a revision names are fields of what is revised.
const revisable = (changed: readonly string[]) => changed as readonly (keyof RevisableEntity)[];

/**
 * Changes a legal entity with all that follows from it: what search finds, whose the name is, and whether
 * its number is active. What a dissolution does to its
 * certificates, `dissolutionWrites` finds. The loser of a race decides again on what the winner wrote.
 *
 * A `correction` is entered with what was said before; a revision that says nothing new writes nothing. Errors: 404; 409 `entity.name_taken`, `entity.annulled`.
 */
export async function reviseEntity(
  entityId: string,
  { correction, ...revision }: EntityRevision & { readonly correction?: Correction | undefined },
  actor: Actor,
  deps: CoreDeps,
  dissolutionWrites: FindDissolutionWrites,
): Promise<RepresentedEntity> {
  return untilWritten(async () => {
    const { entity, representatives } = await readEntity(deps.table, entityId);
    if (entity.annulment !== undefined) throw apiErrors.entityAnnulled();
    const { next, changed } = revise(entity, revision);
    if (changed.length === 0) return { entity, representatives };
    const at = deps.now().toISOString();
    const correctionId = correction && deps.newId();
    const entered = correctionId && {
      correction: correctionWrite({
        ...{ id: correctionId, entityId, at, actor, reasonCode: correction.reasonCode },
        changes: [...changedValues(entity, next, revisable(changed))],
      }),
    };
    const outcome = await transact(deps.table, {
      ...entered,
      ...revisedEntityWrites(entity, next, at, await registrySpread(deps)),
      ...(changed.includes('dissolutionDate') && (await dissolutionWrites(next, actor, at, deps))),
      ...auditAct(deps, {
        at,
        actor,
        action: correction ? 'legal_entity.corrected' : 'legal_entity.updated',
        ...(correction && { reason: correction.reason }),
        subject: { type: 'legal_entity', id: entityId },
        details: {
          changed,
          ...(correction && { correctionId, reasonCode: correction.reasonCode }),
        },
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
