import { keys } from '../../kernel/db/keys.ts';
import { readPage } from '../../kernel/db/page.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { closedInvoiceWrite, findInvoice } from '../../payments/db/invoices.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { readCase, uploadRemovals } from '../db/case-items.ts';
import { fileErasureWrite, keyOf, removals, removeUnchanged } from '../db/erase-items.ts';
import type { RetentionDeps } from '../deps/retention.ts';
import { type CaseEnd, isCaseDue } from '../domain/case-end.ts';
import { eraseFilesOf } from './erase-files.ts';
import type { ErasureDeps } from './erase-person.ts';
import { eraseReviews } from './erase-reviews.ts';
import { type ErasureTarget, fileOf, isOpenCase } from './plan-erasure.ts';

/** Which case, why, and what its last act must be before. */
interface CaseToErase {
  readonly type: Product;
  readonly id: string;
  readonly end: CaseEnd;
  readonly days: number;
  readonly before: string;
}

/**
 * Erases a case that is due, with its reviews, files, links and places on lists. False: it does not exist, or is not due now.
 *
 * A final state can no longer change, so its reviews go first. The case itself, with its entry in the trail, goes last: a run
 * that was cut off finds it again. A draft has no review, and is erased as a whole on the condition that it is as it was read: if
 * someone pays, signs or changes it then, it stays.
 */
export async function eraseCase(
  { type, id, end, days, before }: CaseToErase,
  deps: RetentionDeps,
): Promise<boolean> {
  const { table, now } = deps;
  const found = await readCase(table, type, id);
  if (found === null || !isCaseDue(end, type, found, await lastActOn(table, id), before))
    return false;
  const reviews =
    end === 'rejected' ? await eraseReviews(id, deps) : { claims: [], files: 0, isWhole: true };
  // Someone answered or noted something in this very moment: the next run continues.
  if (!reviews.isWhole) return false;
  const { heads, leaves, uploads, invoiceId } = found;
  const files = uploads.filter(({ isFileShared }) => isFileShared !== true);
  const at = now().toISOString();
  const invoice = await findInvoice(table, invoiceId);
  const outcome = await transact(table, {
    ...heads,
    ...removals([...reviews.claims.map(keyOf), ...leaves]),
    ...uploadRemovals(uploads),
    invoice: closedInvoiceWrite(invoiceId, invoice, at),
    files: fileErasureWrite(id, files),
    ...auditAct(deps, {
      at,
      actor: system,
      action: `${type}.erased`,
      subject: { type, id },
      details: { cause: end, days, files: files.length + reviews.files },
    }),
  });
  if (outcome.kind === 'refused') return false;
  await eraseFilesOf(id, files, deps);
  return true;
}

/** When someone did something with it last, by the audit trail; null: nobody is known to have. */
async function lastActOn(table: Table, subjectId: string): Promise<string | null> {
  const { items } = await readPage(
    table,
    { value: keys.audit(subjectId, '', '').pk },
    { limit: 1 },
  );
  const [last] = items;
  return last === undefined ? null : String(last['at']);
}

/** The version field of an application. */
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
 * stays as a whole, because someone wrote it since, or it is under review, or paid and not submitted. Otherwise where its files
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
