import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import {
  environment,
  OperatorApprovalsEnvironment,
  ReviewersEnvironment,
} from '../../kernel/settings/env.ts';
import type { OperatorApprovals } from '../domain/guarded-acts.ts';
import type { StaffPasskeys } from '../domain/staff-rights.ts';

/** Dependencies of pages that differ for staff. */
export interface StaffDeps extends ServiceDeps {
  /**
   * The setting: the email addresses of reviewers, unless an item replaces them. Empty: there are
   * none.
   */
  readonly reviewers: readonly string[];
  /** The setting: whether decisions need a sign-in with a passkey within the last 15 minutes. */
  readonly staffPasskeys: StaffPasskeys;
}

/** The composition root of such pages. */
export function staffDeps(): StaffDeps {
  const { REVIEWERS, STAFF_PASSKEYS } = environment(ReviewersEnvironment);
  return { ...serviceDeps(), reviewers: REVIEWERS, staffPasskeys: STAFF_PASSKEYS };
}

/** Dependencies of operators' functions whose actions may need a second operator. */
export interface OperatorApprovalDeps extends CoreDeps {
  readonly operatorApprovals: OperatorApprovals;
}

/** The setting from the environment. */
export function operatorApprovals(): Pick<OperatorApprovalDeps, 'operatorApprovals'> {
  return { operatorApprovals: environment(OperatorApprovalsEnvironment).OPERATOR_APPROVALS };
}

/** The composition root of such functions. */
export function operatorApprovalDeps(): OperatorApprovalDeps {
  return { ...coreDeps(), ...operatorApprovals() };
}
