import { Duration } from 'aws-cdk-lib';
import type { AlarmOf } from './alarm.ts';
import { emittedMetric } from './emitted-metric.ts';
import { functionMetric } from './function-metric.ts';

export interface PaymentAlarmsProps {
  readonly stage: string;
  /** The name of the function that asks providers for payments. */
  readonly asking: string;
}

const hour = Duration.hours(1);

/** What providers did not report, and did not answer. */
export function paymentAlarms({ stage, asking }: PaymentAlarmsProps): readonly AlarmOf[] {
  return [
    {
      id: 'LostPaymentReports',
      metric: emittedMetric(
        stage,
        { metric: 'PaymentQuestions', dimensions: { Outcome: 'settled' } },
        { period: hour },
      ),
      threshold: 3,
      impact:
        'Payers wait for a quarter of an hour and more: their payments were not reported, and were found by asking.',
      runbook: 'lost-payment-reports',
    },
    {
      id: 'UnansweredPayments',
      metric: emittedMetric(
        stage,
        { metric: 'PaymentQuestions', dimensions: { Outcome: 'given_up' } },
        { period: hour },
      ),
      threshold: 1,
      impact:
        'Somebody may have paid, and nobody knows: a provider neither reported a payment nor answered for two days.',
      runbook: 'unanswered-payments',
    },
    {
      id: 'PaymentsNotAsked',
      metric: functionMetric(asking, 'Errors', { period: hour, statistic: 'Sum' }),
      threshold: 3,
      impact:
        'Nobody yet: providers are not asked for payments, so one whose report was lost stays unpaid.',
      runbook: 'payments-not-asked',
    },
  ];
}
