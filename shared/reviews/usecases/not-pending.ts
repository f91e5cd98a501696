import type { ApiError } from '../../kernel/api-error.ts';
import { apiErrors } from '../../kernel/errors.ts';
import type { ReviewState } from '../review.ts';

/** What whoever comes too late is told: the decision that counts, whose it is and when it was taken. */
export function notPending({ status, decidedBy, decidedAt }: ReviewState): ApiError {
  return apiErrors.reviewNotPending({ status, decidedBy: decidedBy?.id ?? null, decidedAt });
}
