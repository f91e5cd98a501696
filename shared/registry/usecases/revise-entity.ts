import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { correctionWrite, type StoredCorrection, type StoredEntity } from '../db/entities.ts';
import { revisedEntityWrites } from '../db/new-entity.ts';
import { registrySharding } from '../db/registry-changes.ts';
import { endOfRepresentationWrites, representationWrites } from '../db/representatives.ts';
import {
  changedValues,
  type EntityRevision,
  type RevisableEntity,
  revisedEntity as revise,
} from '../domain/revise-entity.ts';
import * as registryErrors from '../errors/registry-errors.ts';
import { type RepresentedEntity, readEntity } from './read-entities.ts';

/** Why the value was wrong. */
type Correction = Pick<StoredCorrection, 'reasonCode'> & { readonly reason: string };

// Every field of a revision exists on the revised item.
const revisable = (changed: readonly string[]) => changed as readonly (keyof RevisableEntity)[];

/**
 * Changes a legal entity with all effects: its search row, its name claim, and its number's status. `dissolutionWrites`
 * finds the effects of a dissolution on its certificates. On a conflict, retries with the current state.
 *
 * A `correction` is recorded with the previous values. A revision without changes writes nothing. Errors: 404; 409
 * `entity.name_taken`, `entity.annulled`.
 */
export async function reviseEntity(
  entityId: string,
  { correction, ...revision }: EntityRevision & { readonly correction?: Correction | undefined },
  actor: Actor,
  deps: CoreDeps,
  dissolutionWrites: FindDissolutionWrites,
): Promise<RepresentedEntity> {
  return retryOnConflict(async () => {
    const { entity, representatives } = await readEntity(deps.table, entityId);
    if (entity.annulment !== undefined) throw registryErrors.entityAnnulled();
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
      ...revisedEntityWrites(entity, next, at, await registrySharding(deps)),
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

/**
 * Makes a person represent a legal entity; an existing representative keeps their start date. All representatives get
 * an email.
 *
 * Errors: 404 `Not found` for an unknown entity or person; 409 `person.erased`.
 */
export async function addRepresentative(
  { entityId, personId }: { readonly entityId: string; readonly personId: string },
  actor: Actor,
  deps: CoreDeps,
): Promise<RepresentedEntity> {
  const at = deps.now().toISOString();
  const outcome = await transact(deps.table, {
    ...representationWrites(entityId, { personId, since: at }),
    notification: mailWrite(deps.newId(), at, {
      template: 'representative_added',
      entityId,
      personId,
      at,
    }),
    ...auditAct(deps, {
      at,
      actor,
      action: 'legal_entity.representative_added',
      subject: { type: 'legal_entity', id: entityId },
      details: { personId },
    }),
  });
  if (outcome.kind === 'refused' && outcome.refusal !== 'done_before') {
    throw outcome.refusal === 'erased' ? apiErrors.personErased() : apiErrors.notFound();
  }
  return readEntity(deps.table, entityId);
}

/**
 * Ends a person's representation of a legal entity; does nothing if there was none. All representatives and the person
 * get an email.
 *
 * Error: 404 `Not found` for an unknown entity or person.
 */
export async function removeRepresentative(
  { entityId, personId }: { readonly entityId: string; readonly personId: string },
  actor: Actor,
  deps: CoreDeps,
): Promise<RepresentedEntity> {
  const at = deps.now().toISOString();
  const outcome = await transact(deps.table, {
    ...endOfRepresentationWrites(entityId, personId),
    notification: mailWrite(deps.newId(), at, {
      template: 'representative_removed',
      entityId,
      personId,
      at,
    }),
    ...auditAct(deps, {
      at,
      actor,
      action: 'legal_entity.representative_removed',
      subject: { type: 'legal_entity', id: entityId },
      details: { personId },
    }),
  });
  if (outcome.kind === 'refused' && outcome.refusal !== 'done_before') throw apiErrors.notFound();
  return readEntity(deps.table, entityId);
}

/**
 * The writes of a dissolution for the entity's certificates, with labels by kind. A write is refused if its item has
 * changed.
 */
export type DissolutionWrites = Partial<
  Record<'request' | 'claim' | 'invoice', Write<typeof lostRace> | undefined>
>;

/** Finds these writes for the transaction that stores `entity`, which may dissolve it, at `at`. */
type FindDissolutionWrites = (
  entity: StoredEntity,
  actor: Actor,
  at: string,
  deps: CoreDeps,
) => Promise<DissolutionWrites>;
