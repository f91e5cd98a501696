import { Duration } from 'aws-cdk-lib';
import type { AlarmOf } from './alarm.ts';
import { functionMetric } from './function-metric.ts';

/**
 * Rings if a day's run and both its retries failed, or if there was no run. Lambda reports a number of errors for each
 * call, so a day without a value had no call.
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
