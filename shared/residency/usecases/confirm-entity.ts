import { anniversaryLists } from '../../kernel/db/ends.ts';
import { keys } from '../../kernel/db/keys.ts';
import { getItems } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { daysLater } from '../../kernel/domain/dates.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import { conflict, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { MailDeps } from '../../mail/deps/mail-deps.ts';
import type { OutgoingEmail } from '../../mail/usecases/post.ts';
import { findPeople } from '../../people/db/people.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import {
  entityUnchanged,
  findEntity,
  findRepresentedEntity,
  type StoredEntity,
} from '../../registry/db/entities.ts';
import {
  confirmationWrite,
  listConfirmations,
  type StoredEntityConfirmation,
} from '../../registry/db/entity-confirmations.ts';
import { activeRepresentatives, listRepresentatives } from '../../registry/db/representatives.ts';
import {
  type ConfirmationState,
  type ConfirmationStep,
  confirmationOf,
  confirmationSteps,
  dueConfirmationNotice,
} from '../../registry/domain/entity-confirmation.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { confirmationPath } from '../contracts/confirmation-contract.ts';
import { confirmationNoticeKey, confirmationNoticeWrite } from '../db/term-notices.ts';
import { termEmails } from '../mail/residency-emails.ts';
import type { EntityToConfirm } from '../pages/confirm-entity-page.ts';

/** The state of an entity's confirmation, and the data that it is derived from. */
interface ReadConfirmation {
  readonly state: ConfirmationState;
  readonly given: StoredEntityConfirmation | undefined;
}

/** The state of an entity's confirmation. */
async function confirmationStateOf(
  entity: StoredEntity,
  { table, confirmationsFrom, now }: Pick<CoreDeps, 'table' | 'confirmationsFrom' | 'now'>,
): Promise<ReadConfirmation> {
  const all = await listConfirmations(table, entity.id);
  const years = all.map(({ year }) => year);
  const state = confirmationOf(entity, years, confirmationsFrom, now().toISOString());
  return { state, given: all.find(({ year }) => year === state.year) };
}

/** The confirmation due for an entity, given its previous ones; null if none is due. */
export function dueConfirmation(
  entity: StoredEntity,
  given: readonly StoredEntityConfirmation[],
  { confirmationsFrom, now }: Pick<CoreDeps, 'confirmationsFrom' | 'now'>,
): { readonly dueOn: string; readonly overdue: boolean } | null {
  const years = given.map(({ year }) => year);
  const { statusId, dueOn } = confirmationOf(entity, years, confirmationsFrom, now().toISOString());
  if (dueOn === null || (statusId !== 'due' && statusId !== 'overdue')) return null;
  return { dueOn, overdue: statusId === 'overdue' };
}

/** The page data for a representative. Error: 404, also if the deployment requires no confirmations. */
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
 * Confirms the entity's register entry as shown to the representative, once a year. Returns confirmed if another
 * representative was first. Error: 404, also for a person who stops representing it at the same time.
 */
export function confirmEntity(
  confirming: {
    readonly entityId: string;
    readonly personId: string;
    /** The entity version that was shown; null if the form did not include it. */
    readonly version: number | null;
  },
  deps: CoreDeps,
): Promise<'confirmed' | 'changed' | 'not_due'> {
  const { entityId, personId, version } = confirming;
  return retryOnConflict(async () => {
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
        conflict,
      ),
      unchanged: orElse(entityUnchanged(entity), conflict),
      representing: orElse(mustExist(keys.representative(entityId, personId)), conflict),
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

/** No further notice is started with less time left, in milliseconds; the next run sends it. */
const reserve = 10_000;

/** The number of entities reminded, by notice. */
export type ConfirmationsDue = Readonly<Record<ConfirmationStep, number>>;

/**
 * Reminds representatives to confirm their entities: 30 and 7 days before the due date, and when it is missed; each
 * once. Does nothing if the deployment requires no confirmations. Claim, email and audit entry are one transaction.
 * Throws at the end if any reminder failed; the next run repeats it.
 */
export async function remindOfConfirmations(deps: CoreDeps): Promise<ConfirmationsDue> {
  const notified = { 30: 0, 7: 0, [-1]: 0 };
  if (deps.confirmationsFrom === undefined) return notified;
  const now = deps.now().toISOString();
  const errors: unknown[] = [];
  // Two extra days before the first, because an entity registered on 29 February is due on 1 March in other years.
  const lists = anniversaryLists(
    deps.table,
    daysLater(now, -10),
    daysLater(now, Math.max(...confirmationSteps)),
  );
  for (const list of lists) {
    for await (const items of list) {
      for (const { id } of items) {
        if (timeLeft() < reserve)
          throw new Error('not all confirmations could be asked for in time');
        try {
          const step = await ask(String(id), now, deps);
          if (step !== null) notified[step] += 1;
        } catch (error) {
          errors.push(error);
        }
      }
    }
  }
  deps.log.info('confirmations were requested', { ...notified, failed: errors.length });
  if (errors.length > 0) throw errors[0];
  return notified;
}

/** Null if no confirmation is due, its notice is not due, or it was sent before. */
function ask(entityId: string, now: string, deps: CoreDeps): Promise<ConfirmationStep | null> {
  return retryOnConflict(async () => {
    const entity = await findEntity(deps.table, entityId);
    if (entity === null) return null;
    const { state } = await confirmationStateOf(entity, deps);
    const { statusId, dueOn, year } = state;
    if ((statusId !== 'due' && statusId !== 'overdue') || dueOn === null || year === null)
      return null;
    const step = dueConfirmationNotice(dueOn, now);
    if (step === null) return null;
    const notice = { entityId, dueOn, step };
    const [known] = await getItems(deps.table, [confirmationNoticeKey(notice)]);
    if (known !== undefined) return null;
    const outcome = await transact(deps.table, {
      notice: orElse(confirmationNoticeWrite(notice, now), conflict),
      unchanged: orElse(entityUnchanged(entity), conflict),
      mail: mailWrite(deps.newId(), now, { template: 'confirmation_requested', entityId, year }),
      ...auditAct(deps, {
        at: now,
        actor: system,
        action: 'legal_entity.confirmation_requested',
        subject: { type: 'legal_entity', id: entityId },
        details: { year, dueOn, daysBefore: step },
      }),
    });
    if (outcome.kind === 'written') return step;
    if (outcome.refusal === undefined) throw outcome.error;
    return outcome.refusal;
  });
}

/**
 * The email to each representative of an entity whose confirmation is due; to none if it was given or is for another
 * year.
 */
export async function writeOfConfirmation(
  { entityId, year }: { readonly entityId: string; readonly year: number },
  deps: MailDeps & Pick<CoreDeps, 'confirmationsFrom'>,
): Promise<readonly OutgoingEmail[]> {
  const entity = await findEntity(deps.table, entityId);
  if (entity === null) return [];
  const { state } = await confirmationStateOf(entity, deps);
  const { statusId, dueOn } = state;
  const isDue = statusId === 'due' || statusId === 'overdue';
  if (!isDue || dueOn === null || state.year !== year) return [];
  const facts = {
    entityName: fullName(entity),
    dueOn,
    overdue: statusId === 'overdue',
    url: deps.baseUrl + confirmationPath(entityId),
  };
  const people = await activeRepresentatives(deps.table, entityId);
  return people.map((recipient) => ({
    to: recipient.email,
    recipient: recipient.id,
    write: () => termEmails(recipient).confirmationDue(facts),
  }));
}
