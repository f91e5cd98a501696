import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { BudgetSettings } from './edge-settings.ts';

/**
 * Sends an email when the account's monthly cost reaches four fifths of the budget, and when the forecast reaches all
 * of it.
 */
export function monthlyBudget(scope: Construct, { usd, mail }: BudgetSettings): CfnBudget {
  const notification = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      notificationType,
      comparisonOperator: 'GREATER_THAN',
      threshold,
      thresholdType: 'PERCENTAGE',
    },
    subscribers: [{ subscriptionType: 'EMAIL', address: mail }],
  });
  return new CfnBudget(scope, 'Budget', {
    // Without a fixed name: changed subscribers replace the budget, and the new one is created before the old one is
    // deleted.
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: usd, unit: 'USD' },
    },
    notificationsWithSubscribers: [notification('ACTUAL', 80), notification('FORECASTED', 100)],
  });
}
