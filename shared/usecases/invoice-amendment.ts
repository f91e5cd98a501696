import { actorOf } from '../auth/actor.ts';
import type { PersonalKeyCaller } from '../auth/caller.ts';
import { amendmentWrite } from '../db/amendments.ts';
import { invoiceWrite } from '../db/invoices.ts';
import { transact } from '../db/transact.ts';
import type { ServiceDeps } from '../deps/service.ts';
import { decide } from '../domain/amendment.ts';
import { openInvoice } from '../domain/invoice.ts';
import { amendmentError } from './amendment-errors.ts';
import { auditAct } from './audit-act.ts';
import { type FilingOfEntity, readOwnAmendment } from './read-amendment.ts';
import { filingConditions } from './read-filing-entity.ts';
import { lostRace, untilWritten } from './until-written.ts';

/**
 * Makes the invoice of a signed draft and locks the filing, once; whatever is no draft any more stays as it
 * is.
 *
 * Errors: 403; 404; 400 when it is not signed: then there is no invoice.
 */
export function invoiceAmendment(
  filing: FilingOfEntity,
  caller: PersonalKeyCaller,
  deps: ServiceDeps,
): Promise<void> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
    if (amendment.statusId !== 'Draft') return;
    const decision = decide(amendment, { type: 'invoice' }, at);
    if (!decision.ok) throw amendmentError(decision.reason, 'payment');
    const { id, invoiceId } = amendment;
    const subject = { type: 'amendment', id } as const;
    const invoice = openInvoice(invoiceId, subject, deps.fee('amendment'), at);
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite({ ...decision.next, updatedAt: at }),
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
    return outcome.kind === 'written' ? undefined : lostRace;
  });
}
