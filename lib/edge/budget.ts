import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { BudgetSettings } from './edge-settings.ts';

/** Tells someone when the account's month costs more than was meant: at four fifths, and when all of it is foreseen. */
export function monthlyBudget(scope: Construct, { usd, mail }: BudgetSettings): CfnBudget {
  const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      notificationType,
      comparisonOperator: 'GREATER_THAN',
      threshold,
      thresholdType: 'PERCENTAGE',
    },
    subscribers: [{ subscriptionType: 'EMAIL', address: mail }],
  });
  return new CfnBudget(scope, 'Budget', {
    // Without a name of its own: other subscribers replace it, and the new one comes before the previous is gone.
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: usd, unit: 'USD' },
    },
    notificationsWithSubscribers: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
  });
}
