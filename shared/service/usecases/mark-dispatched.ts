import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Review } from '../../reviews/review.ts';
import { reviewSubjectOf } from '../review-subjects.ts';

/**
 * Notes on the subject that its review is waiting. A subject that has been decided in the meantime stays
 * as it is.
 */
export function markDispatched({ type, id }: Review['subject'], deps: CoreDeps): Promise<void> {
  return reviewSubjectOf(type).markDispatched(id, deps);
}
