import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { environment, OperatorApprovalsEnvironment } from '../../kernel/settings/env.ts';
import type { OperatorApprovals } from '../domain/guarded-acts.ts';

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
