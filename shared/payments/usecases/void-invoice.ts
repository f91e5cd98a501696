import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findInvoice, invoiceWrite, type StoredInvoice } from '../db/invoices.ts';
import { voidOpenInvoice as decide } from '../domain/invoice.ts';

/**
 * Voids an open invoice: nobody can pay it any more.
 *
 * Errors: 404; 409 `invoice.not_open`.
 */
export function voidInvoice(
  invoiceId: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredInvoice> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const invoice = await findInvoice(deps.table, invoiceId);
    if (invoice === null) throw apiErrors.notFound();
    const decision = decide(invoice, at);
    if (!decision.ok) throw apiErrors.invoiceNotOpen();
    const { subject } = invoice;
    const outcome = await transact(deps.table, {
      invoice: invoiceWrite(decision.next),
      ...auditAct(deps, {
        at,
        actor,
        action: 'invoice.voided',
        subject: { type: 'invoice', id: invoiceId },
        details: { subjectType: subject.type, subjectId: subject.id },
      }),
    });
    return outcome.kind === 'written' ? decision.next : lostRace;
  });
}
