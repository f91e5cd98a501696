import { anniversaryLists } from '../../kernel/db/ends.ts';
import { getItems } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { daysLater } from '../../kernel/domain/dates.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import { readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { entityUnchanged, findEntity } from '../../registry/db/entities.ts';
import {
  type ConfirmationStep,
  confirmationSteps,
  dueConfirmationNotice,
} from '../../registry/domain/entity-confirmation.ts';
import { confirmationNoticeKey, confirmationNoticeWrite } from '../db/term-notices.ts';
import { confirmationStateOf } from './confirm-entity.ts';

/** No further notice is begun with less time left, in milliseconds; the next run tells of it. */
const reserve = 10_000;

/** How many entities were asked, by the notice. */
export type ConfirmationsWanted = Readonly<Record<ConfirmationStep, number>>;

/**
 * Asks representatives for the confirmations of their entities: 30 and 7 days before one is due, and when it was not given; each
 * once. Nothing where the deployment asks for none. As with ends of residencies, claim, mail and entry are one transaction, and
 * the next run makes up for what failed; throws at the end when something did.
 */
export async function tellOfConfirmations(deps: CoreDeps): Promise<ConfirmationsWanted> {
  const told = { 30: 0, 7: 0, [-1]: 0 };
  if (deps.confirmationsFrom === undefined) return told;
  const now = deps.now().toISOString();
  const errors: unknown[] = [];
  // Two days more at the beginning: a 29 February that is missing lies before the 1 March that takes its place.
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
          if (step !== null) told[step] += 1;
        } catch (error) {
          errors.push(error);
        }
      }
    }
  }
  deps.log.info('confirmations were asked for', { ...told, failed: errors.length });
  if (errors.length > 0) throw errors[0];
  return told;
}

/** Null: none is wanted, its notice is not due, or was told before. */
function ask(entityId: string, now: string, deps: CoreDeps): Promise<ConfirmationStep | null> {
  return untilWritten(async () => {
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
      notice: orElse(confirmationNoticeWrite(notice, now), readAgain),
      unchanged: orElse(entityUnchanged(entity), readAgain),
      mail: eventWrite(deps.newId(), now, {
        type: 'mail.wanted',
        mail: { template: 'confirmation_wanted', entityId, year },
      }),
      ...auditAct(deps, {
        at: now,
        actor: system,
        action: 'legal_entity.confirmation_wanted',
        subject: { type: 'legal_entity', id: entityId },
        details: { year, dueOn, daysBefore: step },
      }),
    });
    if (outcome.kind === 'written') return step;
    if (outcome.refusal === undefined) throw outcome.error;
    return outcome.refusal;
  });
}
