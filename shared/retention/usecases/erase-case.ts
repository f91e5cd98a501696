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

/** The case, the reason, and the instant before which its last action must be. */
interface CaseToErase {
  readonly type: Product;
  readonly id: string;
  readonly end: CaseEnd;
  readonly days: number;
  readonly before: string;
}

/**
 * Erases a due case with its reviews, files, links and list entries. False if it does not exist or is not due.
 *
 * A final status can't change, so its reviews are erased first and the case last, with an audit entry, so that the next
 * run finds an interrupted erasure. A draft has no review; it is erased in one transaction, which is refused if it was
 * paid, signed or changed since it was read.
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
  // An answer or note was added at the same time; the next run continues.
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

/** The time of the last action on it, from the audit trail; null if none is recorded. */
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

/** Whether the target is a draft, which has no review and is erased as a whole before everything else. */
export function isDraft(target: ErasureTarget): boolean {
  return isCase(target) && target.item['statusId'] === 'Draft';
}

/**
 * Erases an application with its related items and its open invoice in one transaction, and returns the keys of its
 * files; empty if another run has already erased it. Null if it must stay: it has changed since the plan, is under
 * review, or is paid and not submitted.
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
