import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import {
  environment,
  OperatorApprovalsEnvironment,
  ReviewersEnvironment,
} from '../../kernel/settings/env.ts';
import type { OperatorApprovals } from '../domain/guarded-acts.ts';
import type { StaffPasskeys } from '../domain/staff-rights.ts';

/** What pages that differ for staff need. */
export interface StaffDeps extends ServiceDeps {
  /** The setting: the email addresses of people who decide reviews, as long as no item says otherwise; empty: no one. */
  readonly reviewers: readonly string[];
  /** The setting: whether decisions need a sign-in with a passkey, of the last 15 minutes. */
  readonly staffPasskeys: StaffPasskeys;
}

/** The composition root of such pages. */
export function staffDeps(): StaffDeps {
  const { REVIEWERS, STAFF_PASSKEYS } = environment(ReviewersEnvironment);
  return { ...serviceDeps(), reviewers: REVIEWERS, staffPasskeys: STAFF_PASSKEYS };
}

/** What operators' functions need whose acts a second operator approves. */
export interface OperatorApprovalDeps extends CoreDeps {
  readonly operatorApprovals: OperatorApprovals;
}

/** The setting of the environment. */
export function operatorApprovals(): Pick<OperatorApprovalDeps, 'operatorApprovals'> {
  return { operatorApprovals: environment(OperatorApprovalsEnvironment).OPERATOR_APPROVALS };
}

/** The composition root of such functions. */
export function operatorApprovalDeps(): OperatorApprovalDeps {
  return { ...coreDeps(), ...operatorApprovals() };
}
