import type { App } from 'aws-cdk-lib';
import { OperatorApprovalsEnvironment } from '../shared/kernel/settings/env.ts';

/**
 * Parses `operatorApprovals`, an object or its JSON: which operator actions need a second operator's approval. Returns
 * the functions' setting. Throws for values with which functions would not start.
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
