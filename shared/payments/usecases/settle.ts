import type { CoreDeps } from '../../kernel/deps/core.ts';
import { accept, type Decision } from '../../kernel/domain/decision.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { AuditEntry } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { invoiceWrite } from '../db/invoices.ts';
import { type InvoiceRefusal, type Settlement, settleInvoice } from '../domain/invoice.ts';
import type { Bill, Paid } from './payable.ts';

/** Who pays, and by what; `details` go into the audit trail. */
export interface Payment {
  readonly settlement: Settlement;
  readonly actor: AuditEntry['actor'];
  readonly details: AuditEntry['details'];
}

/**
 * What a payment changes, for its transaction: the invoice is settled, its subject paid with all that follows,
 * and the act recorded. The writes are refused when somebody wrote one of the two since it was read. The subject's
 * refusal comes before the invoice's.
 */
export function settle<A, R extends string>(
  { payable, invoice, needed }: Bill<A, R>,
  { settlement, actor, details }: Payment,
  deps: Pick<CoreDeps, 'newId'>,
  at: string,
): Decision<Paid<A>, R | InvoiceRefusal> {
  const settled = settleInvoice(invoice, settlement, at);
  const paid = payable.pay(at, settled.ok ? settled.next : invoice, needed);
  if (!paid.ok) return paid;
  if (!settled.ok) return settled;
  const { subject } = payable;
  const act = auditAct(deps, {
    at,
    actor,
    action: `${subject.type}.paid`,
    subject,
    details: { ...details, ...paid.next.details, invoiceId: invoice.id },
  });
  // The number of the receipt is given behind the payment: see `shared/payments/db/receipts.ts`.
  const receipt = eventWrite(`receipt-${invoice.id}`, at, {
    type: 'mail.wanted',
    mail: { template: 'receipt', invoiceId: invoice.id },
  });
  const writes = { ...paid.next.writes, invoice: invoiceWrite(settled.next), receipt, ...act };
  return accept({ ...paid.next, writes });
}
