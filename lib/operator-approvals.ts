import type { App } from 'aws-cdk-lib';
import { OperatorApprovalsEnvironment } from '../shared/kernel/settings/env.ts';

/**
 * Reads `operatorApprovals`, an object or its JSON: which acts of operators a second one approves. Answers the functions' setting.
 * Throws for what they would not start with.
 */
export function operatorApprovals({ node }: App): string {
  const given: unknown = node.tryGetContext('operatorApprovals') ?? '{}';
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  try {
    OperatorApprovalsEnvironment.parse({ OPERATOR_APPROVALS: text });
  } catch {
    throw new Error(
      'operatorApprovals: vouchersAbove (cents), representatives, emailAddresses, permitNumbers, taxState, keys, identityVerifications, staff (true or false), namedRoles (names of IAM roles)',
    );
  }
  return text;
}
