import type { Product } from '../../kernel/domain/product.ts';
import { ApprovalsEnvironment, environment } from '../../kernel/settings/env.ts';

/** What deciding needs to know. */
export interface ApprovalsDeps {
  /** How many persons have to approve a case of each type. */
  readonly approvals: Readonly<Record<Product, 1 | 2>>;
}

/** The composition root of what decides. */
export function approvalsDeps(): ApprovalsDeps {
  return { approvals: environment(ApprovalsEnvironment).REVIEW_APPROVALS };
}
