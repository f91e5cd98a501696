import type { Table } from '../../kernel/db/table.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import { changedValues } from '../../registry/domain/revise-entity.ts';
import type { AnnulmentReport } from '../contracts/annulment-contract.ts';

/** What an operator wants annulled, and why. */
export interface Annul {
  readonly reasonCode: AnnulmentReport['reasonCode'];
  readonly reason: string;
  /** True: nothing is done. */
  readonly plan?: boolean | undefined;
}

/** What was paid by an invoice; null where nothing was. */
export async function paidBy(
  table: Table,
  invoiceId: string | null | undefined,
): Promise<AnnulmentReport['paid']> {
  const invoice = typeof invoiceId === 'string' ? await findInvoice(table, invoiceId) : null;
  if (invoice?.statusId !== 'paid') return null;
  const { id, amountCents, currency, paidAt, voucherCode } = invoice;
  return { invoiceId: id, amountCents, currency, paidAt, voucherCode };
}

/** Fields that have another value afterwards, as texts. */
export function changesOf<T extends { readonly id: string }>(
  of: AnnulmentReport['changes'][number]['of'],
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): AnnulmentReport['changes'] {
  return changedValues(before, after, fields).map((change) => ({ of, id: before.id, ...change }));
}
