import { applicationWrite } from '../db/applications.ts';
import { auditWrites } from '../db/audit.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Review } from '../domain/review.ts';
import type { WorkflowName } from '../domain/workflow-name.ts';
import { reviewedApplication } from './review-facts.ts';
import { lostRace, untilWritten } from './until-written.ts';

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
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const application = await reviewedApplication(subject, deps);
    if (application.stuckAt !== undefined) return;
    const outcome = await transact(deps.table, {
      application: applicationWrite({ ...application, stuckAt: at }),
      ...auditWrites({
        id: deps.newId(),
        at,
        actor: { kind: 'system', id: null, personId: null },
        action: `${subject.type}.stuck`,
        subject,
        outcome: 'refused',
        details: { workflow, error },
      }),
    });
    return outcome.kind === 'written' ? undefined : lostRace;
  });
}

/** Takes the mark off, if there is one: the work has been done. */
export function unmarkStuck(subject: Review['subject'], deps: CoreDeps): Promise<void> {
  return untilWritten(async () => {
    const application = await reviewedApplication(subject, deps);
    if (application.stuckAt === undefined) return;
    const outcome = await transact(deps.table, {
      application: applicationWrite({ ...application, stuckAt: undefined }),
    });
    return outcome.kind === 'written' ? undefined : lostRace;
  });
}
