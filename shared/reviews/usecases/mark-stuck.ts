import { system } from '../../audit/audit-entry.ts';
import { auditRefusal } from '../../audit/audit-refusal.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { WorkflowName } from '../../kernel/domain/workflow-name.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { findReviewedItem, requireSubjectOf, reviewedItemWrite } from '../db/reviewed-items.ts';
import type { ReviewState } from '../review.ts';

/** A workflow that has given up. */
export interface TaskFailure {
  readonly workflow: WorkflowName;
  /** Name of the error, without its message. */
  readonly error: string;
}

/**
 * Marks the subject of a workflow that has given up, once, for operators to find in the audit trail. What
 * carries the work on later takes the mark off. Throws for a subject that is not there.
 */
export function markStuck(
  subject: ReviewState['subject'],
  failure: TaskFailure,
  deps: CoreDeps,
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

/** The same for what a review is of. Throws also when there is no such review. */
export async function markReviewStuck(
  reviewId: string,
  failure: TaskFailure,
  deps: CoreDeps,
): Promise<void> {
  return markStuck(await requireSubjectOf(deps.table, reviewId), failure, deps);
}

/** Takes the mark off, if there is one: the work has been done. */
export function unmarkStuck(subject: ReviewState['subject'], deps: CoreDeps): Promise<void> {
  return setMark(subject, undefined, {}, deps);
}

function setMark(
  subject: ReviewState['subject'],
  stuckAt: string | undefined,
  record: Readonly<Record<string, Write | undefined>>,
  deps: CoreDeps,
): Promise<void> {
  return untilWritten(async () => {
    const item = await findReviewedItem(subject, deps.table);
    if (item === undefined) throw new Error(`${subject.type} ${subject.id} does not exist`);
    if ((item['stuckAt'] === undefined) === (stuckAt === undefined)) return;
    const writes = { subject: reviewedItemWrite({ ...item, stuckAt }), ...record };
    return (await transact(deps.table, writes)).kind === 'written' ? undefined : lostRace;
  });
}
