import { Duration } from 'aws-cdk-lib';
import type { AlarmOf } from './alarm.ts';
import { functionMetric } from './function-metric.ts';

/** Six runs in a day have failed, or there was none: a case of a lost mailbox continues too long, with its account suspended. */
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
