import { keys } from '../../kernel/db/keys.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
import { findPeople } from '../../people/db/people.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import {
  entityUnchanged,
  findRepresentedEntity,
  type StoredEntity,
} from '../../registry/db/entities.ts';
import {
  confirmationWrite,
  listConfirmations,
  type StoredEntityConfirmation,
} from '../../registry/db/entity-confirmations.ts';
import { listRepresentatives } from '../../registry/db/representatives.ts';
import {
  type ConfirmationState,
  confirmationOf,
} from '../../registry/domain/entity-confirmation.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { EntityToConfirm } from '../pages/confirm-entity-page.ts';

/** What decides on a confirmation, and that it was given. */
export interface ReadConfirmation {
  readonly state: ConfirmationState;
  readonly given: StoredEntityConfirmation | undefined;
}

/** How the confirmation of an entity stands. */
export async function confirmationStateOf(
  entity: StoredEntity,
  { table, confirmationsFrom, now }: Pick<CoreDeps, 'table' | 'confirmationsFrom' | 'now'>,
): Promise<ReadConfirmation> {
  const all = await listConfirmations(table, entity.id);
  const years = all.map(({ year }) => year);
  const state = confirmationOf(entity, years, confirmationsFrom, now().toISOString());
  return { state, given: all.find(({ year }) => year === state.year) };
}

/** Whether the confirmation of an entity is wanted, of which these were given; null: it is not. */
export function wantedConfirmation(
  entity: StoredEntity,
  given: readonly StoredEntityConfirmation[],
  { confirmationsFrom, now }: Pick<CoreDeps, 'confirmationsFrom' | 'now'>,
): { readonly dueOn: string; readonly overdue: boolean } | null {
  const years = given.map(({ year }) => year);
  const { statusId, dueOn } = confirmationOf(entity, years, confirmationsFrom, now().toISOString());
  if (dueOn === null || (statusId !== 'due' && statusId !== 'overdue')) return null;
  return { dueOn, overdue: statusId === 'overdue' };
}

/** What somebody who represents the entity is shown. Error: 404, also where the deployment asks for no confirmations. */
export async function readToConfirm(
  entityId: string,
  personId: string,
  deps: CoreDeps,
): Promise<EntityToConfirm> {
  const entity = await findRepresentedEntity(deps.table, entityId, personId);
  if (entity === null || deps.confirmationsFrom === undefined) throw apiErrors.notFound();
  const [{ state, given }, people] = await Promise.all([
    confirmationStateOf(entity, deps),
    listRepresentatives(deps.table, entityId).then((all) =>
      findPeople(
        deps.table,
        all.map(({ personId: id }) => id),
      ),
    ),
  ]);
  const representatives = people.map(
    (person) => personName(person) ?? `Resident ${person.residentPermitNumber ?? 'without a name'}`,
  );
  return { entity, representatives, state, confirmedAt: given?.confirmedAt ?? null };
}

/**
 * Confirms what the register says of an entity, as the representative saw it; once a year. Whoever confirms after another is
 * told that it is confirmed. Error: 404, also for whoever ceases to represent it at that moment.
 */
export function confirmEntity(
  confirming: {
    readonly entityId: string;
    readonly personId: string;
    /** The entity's version that was shown; null: the form did not say. */
    readonly version: number | null;
  },
  deps: CoreDeps,
): Promise<'confirmed' | 'changed' | 'not_due'> {
  const { entityId, personId, version } = confirming;
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const entity = await findRepresentedEntity(deps.table, entityId, personId);
    if (entity === null || deps.confirmationsFrom === undefined) throw apiErrors.notFound();
    const { state } = await confirmationStateOf(entity, deps);
    const { statusId, year, dueOn } = state;
    if (statusId === 'confirmed') return 'confirmed';
    if ((statusId !== 'due' && statusId !== 'overdue') || year === null || dueOn === null) {
      return 'not_due';
    }
    if (entity.version !== version) return 'changed';
    const outcome = await transact(deps.table, {
      confirmation: orElse(
        confirmationWrite({
          entityId,
          year,
          dueOn,
          confirmedAt: at,
          confirmedBy: personId,
          entityVersion: version,
        }),
        readAgain,
      ),
      unchanged: orElse(entityUnchanged(entity), readAgain),
      representing: orElse(mustExist(keys.representative(entityId, personId)), readAgain),
      ...auditAct(deps, {
        at,
        actor: personActor(personId),
        action: 'legal_entity.confirmed',
        subject: { type: 'legal_entity', id: entityId },
        details: { year, overdue: statusId === 'overdue' },
      }),
    });
    if (outcome.kind === 'written') return 'confirmed';
    if (outcome.refusal === undefined) throw outcome.error;
    return outcome.refusal;
  });
}
