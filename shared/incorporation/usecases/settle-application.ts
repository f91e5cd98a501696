import { auditAct } from '../../audit/audit-act.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { accept, type Decision } from '../../kernel/domain/decision.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { invoiceWrite, StoredInvoice } from '../../payments/db/invoices.ts';
import { openInvoice, settle } from '../../payments/domain/invoice.ts';
import type { Payment } from '../../payments/usecases/payment-subject.ts';
import { type ApplicationRefusal, decide } from '../application.ts';
import type { StoredApplication } from '../applications.ts';
import { applicationWrites } from './save-application.ts';

/** An application with what its payment depends on. */
export interface Payable {
  readonly application: StoredApplication;
  /** Version 0: nobody has wanted to pay before, and it is not stored yet. */
  readonly invoice: StoredInvoice;
  /** No entity has the name now. */
  readonly nameFree: boolean;
}

/** Refuses what cannot be paid through the API: 400 not draft, not API-created (spec 4.6, 4.7). */
export function checkPaidByApi({ statusId, createdViaAPI }: StoredApplication): void {
  if (statusId !== 'Draft') throw apiErrors.applicationNotDraft();
  if (!createdViaAPI) throw apiErrors.applicationNotApiCreated();
}

/** Reads the rest of what a payment depends on, in one round trip. */
export async function readPayable(
  application: StoredApplication,
  { table, fee }: Pick<ServiceDeps, 'table' | 'fee'>,
  at: string,
): Promise<Payable> {
  const [found, nameClaim] = await getItems(table, [
    keys.invoice(application.invoiceId),
    keys.entityName(application.optionId, application.name),
  ]);
  return {
    application,
    invoice: parseFound(StoredInvoice, found) ?? newInvoice(application, fee, at),
    nameFree: nameClaim === undefined,
  };
}

function newInvoice(
  { id, invoiceId }: StoredApplication,
  fee: ServiceDeps['fee'],
  at: string,
): StoredInvoice {
  const subject = { type: 'legal_entity_application', id } as const;
  return { ...openInvoice(invoiceId, subject, fee('legal_entity_application'), at), version: 0 };
}

/**
 * What the payment of an application changes, for the transaction of the payment: the invoice is settled,
 * the application paid and, where that completes it, submitted; and the act is recorded.
 */
export function settleApplication(
  { application, invoice, nameFree }: Payable,
  { settlement, actor, details }: Payment,
  deps: Pick<ServiceDeps, 'newId'>,
  at: string,
): Decision<
  { readonly application: StoredApplication; readonly writes: SettlementWrites },
  ApplicationRefusal | 'invoice_paid' | 'invoice_not_open'
> {
  const paid = decide(application, { type: 'pay', nameFree }, at);
  if (!paid.ok) return paid;
  const settled = settle(invoice, settlement, at);
  if (!settled.ok) return settled;
  const { next } = paid;
  const writes = {
    ...applicationWrites(application, next, deps, at),
    invoice: invoiceWrite(settled.next),
    ...auditAct(deps, {
      at,
      actor,
      action: 'legal_entity_application.paid',
      subject: { type: 'legal_entity_application', id: application.id },
      details: { ...details, invoiceId: invoice.id, submitted: next.submittedAt !== null },
    }),
  };
  return accept({ application: next, writes });
}

type SettlementWrites = ReturnType<typeof applicationWrites> &
  ReturnType<typeof auditAct> & { readonly invoice: Write };
