import { getItem, type Item } from '../../kernel/db/table.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import { closedInvoiceWrite, findInvoice } from '../../payments/db/invoices.ts';
import { keyOf, removals, removeUnchanged } from '../db/erase-items.ts';
import { fileErasureWrite } from '../db/file-erasures.ts';
import { eraseFilesOf } from './erase-files.ts';
import type { ErasureDeps } from './erase-person.ts';
import { type ErasureTarget, fileOf, isOpenCase } from './plan-erasure.ts';

/** By which field an application counts its writes. */
const counters: Readonly<Record<string, 'version' | 'revision'>> = {
  application: 'version',
  residencyApplication: 'revision',
};

/** Whether the target is an application itself. */
export function isCase({ kind }: ErasureTarget): boolean {
  return counters[kind] !== undefined;
}

/** A draft has no review: it goes as a whole, before anything else. */
export function isDraft(target: ErasureTarget): boolean {
  return isCase(target) && target.item['statusId'] === 'Draft';
}

/**
 * Erases an application if it is as the plan read it, with what lies beside it and its open invoice, in one transaction. Null: it
 * stays as a whole, because somebody wrote it since, or it is under review, or paid and not submitted. Otherwise where its files
 * were. Gone before: another run has done it.
 */
export async function eraseCaseOfPerson(
  { kind, item }: ErasureTarget,
  { removed, emptied }: { readonly removed: readonly Item[]; readonly emptied: readonly Write[] },
  deps: ErasureDeps,
): Promise<readonly string[] | null> {
  const { table } = deps;
  if (isOpenCase(item)) return null;
  const id = String(item['id']);
  // A file and its scan have the same key.
  const objectKeys = [...new Set(removed.flatMap((each) => fileOf(each) ?? []))];
  const files = objectKeys.map((objectKey) => ({ objectKey }));
  const invoiceId = String(item['invoiceId']);
  const invoice = await findInvoice(table, invoiceId);
  if (invoice?.statusId === 'paid' && item['statusId'] === 'Draft') return null;
  const outcome = await transact(table, {
    subject: removeUnchanged(item, counters[kind] ?? 'version'),
    ...removals(removed.map(keyOf)),
    ...Object.fromEntries(emptied.map((write, index) => [`emptied${index}`, write])),
    invoice: closedInvoiceWrite(invoiceId, invoice, deps.now().toISOString()),
    files: fileErasureWrite(id, files),
  });
  if (outcome.kind === 'refused')
    return (await getItem(table, keyOf(item))) === undefined ? [] : null;
  await eraseFilesOf(id, files, deps);
  return objectKeys;
}
