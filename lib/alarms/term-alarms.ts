import { Duration } from 'aws-cdk-lib';
import type { AlarmOf } from './alarm.ts';
import { functionMetric } from './function-metric.ts';

/**
 * The run of a day and both its repeats have failed, or there was none: Lambda counts an error or none for each call, so that a
 * day without a value is one without a call.
 */
export function termAlarms({ terms }: { readonly terms: string }): readonly AlarmOf[] {
  return [
    {
      id: 'TermNoticesFailed',
      metric: functionMetric(terms, 'Errors', { period: Duration.days(1), statistic: 'Sum' }),
      threshold: 3,
      silence: 'rings',
      runbook: 'term-notices-failed',
    },
  ];
}
