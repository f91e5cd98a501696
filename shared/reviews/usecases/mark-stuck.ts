import * as z from 'zod/mini';
import { caseKeys, ownedFilings } from '../../kernel/db/case-keys.ts';
import type { ItemKey } from '../../kernel/db/keys.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { replaceBy, transact, type Write } from '../../kernel/db/transact.ts';
import type { WorkDeps } from '../../kernel/deps/root.ts';
import type { WorkflowName } from '../../kernel/domain/outbox-queue.ts';
import { products } from '../../kernel/domain/product.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { auditRefusal } from '../../platform/db/audit-items.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import type { ReviewState } from '../domain/review.ts';

/** A workflow that has given up. */
export interface TaskFailure {
  readonly workflow: WorkflowName;
  /** The name of the error, without its message. */
  readonly error: string;
}

/**
 * Marks the subject of a workflow that has given up, with one audit entry for operators. Resuming the work removes the
 * mark. Throws if the subject does not exist.
 */
export function markStuck(
  subject: ReviewState['subject'],
  failure: TaskFailure,
  deps: WorkDeps,
): Promise<void> {
  const at = deps.now().toISOString();
  const record = auditRefusal(deps, {
    at,
    actor: system,
    action: `${subject.type}.stuck`,
    subject,
    details: { ...failure },
  });
  return setMark(subject, at, record, deps);
}

const Reviewing = z.object({ subject: z.object({ type: z.enum(products), id: z.string() }) });

/** Does the same for a review. Throws if it does not exist. */
export async function markReviewStuck(
  reviewId: string,
  failure: TaskFailure,
  deps: WorkDeps,
): Promise<void> {
  const review = await getItem(deps.table, caseKeys.review(reviewId));
  if (review === undefined) throw new Error(`review ${reviewId} does not exist`);
  return markStuck(z.parse(Reviewing, review).subject, failure, deps);
}

/** Removes the mark, if any, once the work is done. */
export function unmarkStuck(subject: ReviewState['subject'], deps: WorkDeps): Promise<void> {
  return setMark(subject, undefined, {}, deps);
}

/** Rewrites the stored item without the schema of its type, because the mark is the same on all. */
function setMark(
  subject: ReviewState['subject'],
  stuckAt: string | undefined,
  record: Readonly<Record<string, Write | undefined>>,
  { table }: WorkDeps,
): Promise<void> {
  return retryOnConflict(async () => {
    const key = await keyOf(subject, table);
    const item = key && (await getItem(table, key));
    if (!item) throw new Error(`${subject.type} ${subject.id} does not exist`);
    if ((item['stuckAt'] === undefined) === (stuckAt === undefined)) return;
    // The `version` of a residency application belongs to the partner.
    const counter = 'revision' in item ? 'revision' : 'version';
    const marked = replaceBy(counter, { ...item, stuckAt }, Number(item[counter]));
    const outcome = await transact(table, { subject: marked, ...record });
    return outcome.kind === 'written' ? undefined : lostRace;
  });
}

/** The key of a reviewed item; null if it does not exist. */
async function keyOf({ type, id }: ReviewState['subject'], table: Table): Promise<ItemKey | null> {
  if (type === 'residency_application') return caseKeys.residencyApplication(id);
  const { owner, item, pointer } = ownedFilings[type];
  const found = await getItem(table, pointer(id));
  return found ? item(String(found[owner]), id) : null;
}
