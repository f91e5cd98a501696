import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { accept, type Decision } from '../../kernel/domain/decision.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor, AuditEntry } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findInvoice, invoiceWrite, pageOfInvoices, type StoredInvoice } from '../db/invoices.ts';
import {
  voidOpenInvoice as decide,
  type InvoiceRefusal,
  type Settlement,
  settleInvoice,
} from '../domain/invoice.ts';
import * as paymentErrors from '../errors/payment-errors.ts';
import type { Bill, Paid } from './payable.ts';

/** Error: 404. */
export async function readInvoice(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredInvoice> {
  const invoice = await findInvoice(table, id);
  if (invoice === null) throw apiErrors.notFound();
  return invoice;
}

/** A page of all invoices, optionally with one status, newest first. */
export function listInvoices(
  {
    limit,
    cursor,
    status: state,
    ...days
  }: CreatedDays & CursorPage & { readonly status?: string | undefined },
  { table }: { readonly table: Table },
): Promise<Page<StoredInvoice>> {
  return pageOfInvoices(table, { state, ...days }, { limit, after: cursor });
}

/**
 * Voids an open invoice, which can then no longer be paid.
 *
 * Errors: 404; 409 `invoice.not_open`.
 */
export function voidInvoice(
  invoiceId: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredInvoice> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const invoice = await findInvoice(deps.table, invoiceId);
    if (invoice === null) throw apiErrors.notFound();
    const decision = decide(invoice, at);
    if (!decision.ok) throw paymentErrors.invoiceNotOpen();
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

/** The payer and the means of payment. `details` go into the audit trail. */
interface Payment {
  readonly settlement: Settlement;
  readonly actor: AuditEntry['actor'];
  readonly details: AuditEntry['details'];
}

/**
 * The writes of a payment's transaction: settles the invoice, marks the item as paid, and records the action. Refused
 * if either has changed since it was read. The item's refusal takes precedence over the invoice's.
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
  // The receipt is numbered after the payment: see `shared/payments/db/invoices.ts`.
  const receipt = mailWrite(`receipt-${invoice.id}`, at, {
    template: 'receipt',
    invoiceId: invoice.id,
  });
  const writes = { ...paid.next.writes, invoice: invoiceWrite(settled.next), receipt, ...act };
  return accept({ ...paid.next, writes });
}
