import { Duration } from 'aws-cdk-lib';
import type { AlarmOf } from './alarm.ts';
import { functionMetric } from './function-metric.ts';

/**
 * Rings if six runs in a day failed, or none took place: a lost-mailbox case then takes too long, and its account stays
 * suspended.
 */
export function mailboxAlarms({ mailboxes }: { readonly mailboxes: string }): readonly AlarmOf[] {
  return [
    {
      id: 'EmailChangesFailed',
      metric: functionMetric(mailboxes, 'Errors', {
        period: Duration.days(1),
        statistic: 'Sum',
      }),
      threshold: 6,
      silence: 'rings',
      runbook: 'email-changes-failed',
    },
  ];
}
