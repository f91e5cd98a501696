import { keys } from '../../kernel/db/keys.ts';
import { readPage } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { closedInvoiceWrite, findInvoice } from '../../payments/db/invoices.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { readCase, uploadRemovals } from '../db/case-items.ts';
import { keyOf, removals } from '../db/erase-items.ts';
import { fileErasureWrite } from '../db/file-erasures.ts';
import type { RetentionDeps } from '../deps/retention.ts';
import { type CaseEnd, isCaseDue } from '../domain/case-end.ts';
import { eraseFilesOf } from './erase-files.ts';
import { eraseReviews } from './erase-reviews.ts';

/** Which case, why, and what its last act must be before. */
export interface CaseToErase {
  readonly type: Product;
  readonly id: string;
  readonly end: CaseEnd;
  readonly days: number;
  readonly before: string;
}

/**
 * Erases a case that is due, with its reviews, files, links and places on lists. False: it is not there, or not due (any more).
 *
 * A final state can't change any more, so its reviews go first; the case itself, with its entry in the trail, goes last: a run that
 * was cut off finds it again. A draft has no review, and goes as a whole on the condition that it is as it was read: who pays, signs
 * or changes it in that moment wins, and it stays.
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
  // Somebody answered or noted something in this very moment: the next run goes on.
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

/** When somebody did something with it last, by the audit trail; null: nobody is known to have. */
async function lastActOn(table: Table, subjectId: string): Promise<string | null> {
  const { items } = await readPage(
    table,
    { value: keys.audit(subjectId, '', '').pk },
    { limit: 1 },
  );
  const [last] = items;
  return last === undefined ? null : String(last['at']);
}
