import { auditWrites } from '../../audit/audit-items.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { WorkflowName } from '../../kernel/domain/workflow-name.ts';
import type { Review } from '../../reviews/review.ts';
import { reviewSubjectOf } from '../review-subjects.ts';

/** A workflow that has given up. */
export interface Failure {
  readonly workflow: WorkflowName;
  /** Name of the error, without its message. */
  readonly error: string;
}

/**
 * Marks the subject of a workflow that has given up, once, for operators to find in the audit trail. What
 * carries the work on later takes the mark off.
 */
export function markStuck(
  subject: Review['subject'],
  { workflow, error }: Failure,
  deps: CoreDeps,
): Promise<void> {
  const at = deps.now().toISOString();
  const record = auditWrites({
    id: deps.newId(),
    at,
    actor: { kind: 'system', id: null, personId: null },
    action: `${subject.type}.stuck`,
    subject,
    outcome: 'refused',
    details: { workflow, error },
  });
  return reviewSubjectOf(subject.type).markStuck(subject.id, at, record, deps);
}

/** Takes the mark off, if there is one: the work has been done. */
export function unmarkStuck(subject: Review['subject'], deps: CoreDeps): Promise<void> {
  return reviewSubjectOf(subject.type).unmarkStuck(subject.id, deps);
}
