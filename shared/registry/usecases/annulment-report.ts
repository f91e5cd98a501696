import { keys } from '../../kernel/db/keys.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import type { AnnulmentReport } from '../contracts/annulment-contract.ts';
import { changedValues } from '../domain/revise-entity.ts';

/** The amount paid with an invoice; null if none. */
export async function paidBy(
  table: Table,
  invoiceId: string | null | undefined,
): Promise<AnnulmentReport['paid']> {
  const invoice = typeof invoiceId === 'string' ? await findInvoice(table, invoiceId) : null;
  if (invoice?.statusId !== 'paid') return null;
  const { id, amountCents, currency, paidAt, voucherCode } = invoice;
  return { invoiceId: id, amountCents, currency, paidAt, voucherCode };
}

/** The entity's open amendment, which an annulment of the entity leaves. */
export async function openFilings(
  table: Table,
  entityId: string,
): Promise<AnnulmentReport['remaining']> {
  const claim = await getItem(table, keys.openAmendment(entityId));
  return claim === undefined ? [] : [{ type: 'amendment', id: String(claim['filingId']) }];
}

/** Fields with a new value, as text. */
export function changesOf<T extends { readonly id: string }>(
  of: AnnulmentReport['changes'][number]['of'],
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): AnnulmentReport['changes'] {
  return changedValues(before, after, fields).map((change) => ({ of, id: before.id, ...change }));
}
