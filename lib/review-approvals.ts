import type { App } from 'aws-cdk-lib';
import { ApprovalsEnvironment } from '../shared/kernel/settings/env.ts';

/**
 * Parses `reviewApprovals`, an object or its JSON: how many people must approve each type of case. Returns the
 * functions' setting. Throws for invalid values.
 */
export function reviewApprovals({ node }: App): string {
  const given: unknown = node.tryGetContext('reviewApprovals') ?? '{}';
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  try {
    ApprovalsEnvironment.parse({ REVIEW_APPROVALS: text });
  } catch {
    throw new Error('reviewApprovals: types of cases, each with 1 or 2');
  }
  return text;
}
