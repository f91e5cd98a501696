import { auditAct } from '../../audit/audit-act.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { accept, type Decision } from '../../kernel/domain/decision.ts';
import { invoiceWrite, StoredInvoice } from '../../payments/db/invoices.ts';
import { openInvoice, settle } from '../../payments/domain/invoice.ts';
import type { Payment } from '../../payments/usecases/payment-subject.ts';
import {
  residencyApplicationWrite,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { decide } from '../domain/residency-application.ts';
import type { ResidencyApplicationRefusal } from '../domain/residency-application-state.ts';

/** The application's invoice as it was found, or as it would be. */
export function residencyInvoice(
  { id, invoiceId }: StoredResidencyApplication,
  found: Item | undefined,
  { fee }: Pick<ServiceDeps, 'fee'>,
  at: string,
): StoredInvoice {
  const subject = { type: 'residency_application', id } as const;
  return (
    parseFound(StoredInvoice, found) ?? {
      ...openInvoice(invoiceId, subject, fee('residency_application'), at),
      version: 0,
    }
  );
}

/**
 * What the payment of a residency application changes, for the transaction of the payment: the invoice is
 * settled, the application paid, and the act recorded. It submits nothing: the partner does.
 */
export function settleResidency(
  {
    application,
    invoice,
  }: { readonly application: StoredResidencyApplication; readonly invoice: StoredInvoice },
  { settlement, actor, details }: Payment,
  deps: Pick<ServiceDeps, 'newId'>,
  at: string,
): Decision<
  { readonly application: StoredResidencyApplication; readonly writes: SettlementWrites },
  ResidencyApplicationRefusal | 'invoice_paid' | 'invoice_not_open'
> {
  const paid = decide(application, { type: 'pay' }, at);
  if (!paid.ok) return paid;
  const settled = settle(invoice, settlement, at);
  if (!settled.ok) return settled;
  const writes = {
    application: residencyApplicationWrite(paid.next),
    invoice: invoiceWrite(settled.next),
    ...auditAct(deps, {
      at,
      actor,
      action: 'residency_application.paid',
      subject: { type: 'residency_application', id: application.id },
      details: { ...details, invoiceId: invoice.id },
    }),
  };
  return accept({ application: paid.next, writes });
}

type SettlementWrites = ReturnType<typeof auditAct> & {
  readonly application: Write;
  readonly invoice: Write;
};
