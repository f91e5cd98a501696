import type { Product } from '../../kernel/domain/product.ts';

/** Why a case is erased automatically: it was rejected, or abandoned. */
export type CaseEnd = 'rejected' | 'abandoned';

/**
 * The only definition of which cases are erased after their retention period, by status. Cases in all other statuses
 * stay.
 *
 * A final status never changes. A draft that is paid or under review is never treated as abandoned.
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

/** The fields of a case that show whether its retention period is over. */
export interface EndedCase {
  readonly statusId: string;
  readonly paidAt: string | null;
  readonly createdAt: string;
}

/**
 * Whether a case is due: its status matches, a draft is unpaid, and the last action on it (by the audit trail) was
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
