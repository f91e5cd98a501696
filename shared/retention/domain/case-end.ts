import type { Product } from '../../kernel/domain/product.ts';

/** Why a case is erased by itself: it came to nothing, or nobody continued with it. */
export type CaseEnd = 'rejected' | 'abandoned';

/**
 * The states of cases that are erased once their days are over, by what they are; all other states stay. The one place that says so.
 *
 * A final state stays as it is. A draft that someone has paid, or that is under review, is never abandoned.
 */
export const endedStates: Readonly<Record<CaseEnd, Readonly<Record<Product, readonly string[]>>>> =
  {
    rejected: {
      legal_entity_application: ['Rejected'],
      amendment: ['Rejected'],
      certificate_request: ['Rejected', 'Cancelled'],
      residency_application: ['Rejected'],
    },
    abandoned: {
      legal_entity_application: ['Draft'],
      amendment: ['Draft', 'Pending Payment'],
      certificate_request: ['Draft', 'Pending Payment'],
      residency_application: ['Draft'],
    },
  };

/** The fields of a case that show whether its term is over. */
export interface EndedCase {
  readonly statusId: string;
  readonly paidAt: string | null;
  readonly createdAt: string;
}

/**
 * Whether a case is due: it is in a state of that end, nobody has paid for a draft, and the last act on it (by the audit trail) was
 * before `before`.
 */
export function isCaseDue(
  end: CaseEnd,
  type: Product,
  { statusId, paidAt, createdAt }: EndedCase,
  lastActAt: string | null,
  before: string,
): boolean {
  if (!endedStates[end][type].includes(statusId)) return false;
  if (end === 'abandoned' && paidAt !== null) return false;
  return createdAt < before && (lastActAt ?? createdAt) < before;
}
