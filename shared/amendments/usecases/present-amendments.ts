import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { StoredInvoice } from '../../payments/db/invoices.ts';
import { type Amendment, presentAmendment } from '../contracts/amendment.ts';
import type { StoredAmendment } from '../db/amendments.ts';

/** How many keys one BatchGetItem takes. */
const batch = 100;

/** Filings as they are answered, in their order; a draft has no invoice yet. */
export async function presentAmendments(
  amendments: readonly StoredAmendment[],
  deps: ServiceDeps,
): Promise<Amendment[]> {
  const invoiced = amendments.filter(({ statusId }) => statusId !== 'Draft');
  const invoices = new Map<string, StoredInvoice>();
  for (let first = 0; first < invoiced.length; first += batch) {
    const wanted = invoiced.slice(first, first + batch);
    const found = await getItems(
      deps.table,
      wanted.map(({ invoiceId }) => keys.invoice(invoiceId)),
    );
    for (const item of found) {
      const invoice = parseFound(StoredInvoice, item);
      if (invoice !== null) invoices.set(invoice.id, invoice);
    }
  }
  return amendments.map((amendment) =>
    presentAmendment({ amendment, invoice: invoices.get(amendment.invoiceId) ?? null }, deps),
  );
}

/** One filing as it is answered. */
export async function presentOneAmendment(
  amendment: StoredAmendment,
  deps: ServiceDeps,
): Promise<Amendment> {
  const [shown] = await presentAmendments([amendment], deps);
  if (shown === undefined) throw new Error('unreachable: one was given');
  return shown;
}

/** One filing as operators see it, with who signed it. */
export async function presentAmendmentToOperators(
  amendment: StoredAmendment,
  deps: ServiceDeps,
): Promise<Amendment & { readonly signer: { personId: string; name: string } | null }> {
  const { signature } = amendment;
  const signer = signature && { personId: signature.personId, name: signature.signerName };
  return { ...(await presentOneAmendment(amendment, deps)), signer };
}
