import { actorOf } from '../../access/auth/actor.ts';
import type { PersonalCaller } from '../../access/auth/caller.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { invoiceWrite } from '../../payments/db/invoices.ts';
import { openInvoice } from '../../payments/domain/invoice.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { filingConditions } from '../../registry/usecases/read-filing-entity.ts';
import { amendmentWrite } from '../db/amendments.ts';
import { decideAmendment } from '../domain/amendment.ts';
import { amendmentError } from './amendment-errors.ts';
import { type EntityFiling, type FilingOfEntity, readOwnAmendment } from './read-amendment.ts';

/**
 * Makes the invoice of a signed draft and locks the filing, once; a filing that is no longer a draft stays as
 * it is. Answers the filing as it is then, and its entity.
 *
 * Errors: 403; 404; 400 when it is not signed: then there is no invoice.
 */
export function invoiceAmendment(
  filing: FilingOfEntity,
  caller: PersonalCaller,
  deps: ServiceDeps,
): Promise<EntityFiling> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
    if (amendment.statusId !== 'Draft') return { amendment, entity };
    const decision = decideAmendment(amendment, { type: 'invoice' }, at);
    if (!decision.ok) throw amendmentError(decision.reason, 'payment');
    const { id, invoiceId } = amendment;
    const subject = { type: 'amendment', id } as const;
    const invoice = openInvoice(invoiceId, subject, deps.fee('amendment'), at);
    const next = { ...decision.next, updatedAt: at };
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite(next),
      invoice: invoiceWrite({ ...invoice, version: 0 }),
      ...filingConditions(entity.id, caller),
      ...auditAct(deps, {
        at,
        actor: actorOf(caller),
        action: 'amendment.invoiced',
        subject,
        details: { legalEntityId: entity.id, invoiceId },
      }),
    });
    if (outcome.kind !== 'written') return lostRace;
    return { entity, amendment: { ...next, version: next.version + 1 } };
  });
}
