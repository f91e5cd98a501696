import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { metrics } from '../../shared/kernel/domain/metric.ts';
import { type AlarmOf, period } from './alarm.ts';
import { emittedMetric } from './emitted-metric.ts';
import { functionMetric } from './function-metric.ts';

export interface PaymentAlarmsProps {
  readonly stage: string;
  /** The name of the function that asks providers about payments. */
  readonly asking: string;
}

function paymentDifferences(stage: string): IMetric {
  const outcomes = metrics.PaymentDifferences.dimensions.Outcome.map(
    (Outcome): [string, IMetric] => [
      Outcome,
      emittedMetric(stage, { metric: 'PaymentDifferences', dimensions: { Outcome } }),
    ],
  );
  return new MathExpression({
    // If one metric has no value at that time, the sum would have none either.
    expression: outcomes.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(outcomes),
    period,
  });
}

const hour = Duration.hours(1);

/** Alarms for payments that providers did not report, and for calls that they did not answer. */
export function paymentAlarms({ stage, asking }: PaymentAlarmsProps): readonly AlarmOf[] {
  return [
    {
      id: 'LostPaymentReports',
      metric: emittedMetric(
        stage,
        { metric: 'PaymentChecks', dimensions: { Outcome: 'settled' } },
        { period: hour },
      ),
      threshold: 3,
      runbook: 'lost-payment-reports',
    },
    {
      id: 'UnansweredPayments',
      metric: emittedMetric(
        stage,
        { metric: 'PaymentChecks', dimensions: { Outcome: 'given_up' } },
        { period: hour },
      ),
      threshold: 1,
      runbook: 'unanswered-payments',
    },
    {
      id: 'PaymentDifferences',
      metric: paymentDifferences(stage),
      threshold: 1,
      runbook: 'payment-differences',
    },
    {
      id: 'WaitingPaymentCases',
      metric: emittedMetric(
        stage,
        { metric: 'OldestPaymentCase' },
        { statistic: 'Maximum', period: hour },
      ),
      threshold: Duration.days(3).toSeconds(),
      runbook: 'waiting-payment-cases',
    },
    {
      id: 'StatementsMissing',
      metric: emittedMetric(
        stage,
        { metric: 'StatementsMissing' },
        { statistic: 'Maximum', period: hour },
      ),
      // A day's statement is due three hours after the day ends, so 27 hours are normal.
      threshold: Duration.hours(48).toSeconds(),
      runbook: 'statements-missing',
    },
    {
      id: 'PaymentChecksFailed',
      metric: functionMetric(asking, 'Errors', { period: hour, statistic: 'Sum' }),
      threshold: 3,
      silence: 'rings',
      runbook: 'payment-checks-failed',
    },
  ];
}
