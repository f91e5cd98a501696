import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { findInvoice, voidedInvoiceWrite } from '../../payments/db/invoices.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import {
  amendmentWrite,
  closeAmendmentWrite,
  findAnyAmendment,
  type StoredAmendment,
} from '../db/amendments.ts';
import { decideAmendment } from '../domain/amendment.ts';

/**
 * Rejects a filing that was invoiced and is not submitted: its name was taken meanwhile, its invoice is void, or nobody
 * pays. The entity can file another one then, its representatives are told why, and an open invoice is void. What was paid
 * stays paid. Of a payment, a submission and this, one wins.
 *
 * Errors: 404; 409 `filing.not_pending_payment`.
 */
export function rejectUnsubmitted(
  filingId: string,
  reason: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredAmendment> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const filing = await findAnyAmendment(deps.table, filingId);
    if (filing === null) throw apiErrors.notFound();
    if (filing.statusId !== 'Pending Payment') throw apiErrors.filingNotPendingPayment();
    const decision = decideAmendment(filing, { type: 'reject', reason }, at);
    if (!decision.ok) throw apiErrors.filingNotPendingPayment();
    const next = { ...decision.next, updatedAt: at };
    const invoice = await findInvoice(deps.table, filing.invoiceId);
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite(next),
      open: closeAmendmentWrite(next),
      invoice: voidedInvoiceWrite(invoice, at),
      told: eventWrite(deps.newId(), at, {
        type: 'mail.wanted',
        mail: { template: 'amendment_rejected', filingId },
      }),
      ...auditAct(deps, {
        at,
        actor,
        action: 'amendment.rejected',
        subject: { type: 'amendment', id: filingId },
        details: { legalEntityId: filing.entityId },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}
