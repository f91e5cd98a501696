import type { App } from 'aws-cdk-lib';
import { ApprovalsEnvironment } from '../shared/kernel/settings/env.ts';

/**
 * Reads `reviewApprovals`, an object or its JSON: how many persons approve a type of case. Answers the functions' setting. Throws for
 * what they would not start with.
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
