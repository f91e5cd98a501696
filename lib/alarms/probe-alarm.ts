import { Duration } from 'aws-cdk-lib';
import type { AlarmOf } from './alarm.ts';
import { functionMetric } from './function-metric.ts';

export interface ProbeAlarmProps {
  /** The name of the function that probes the service from outside; undefined if there is no probe. */
  readonly probe: string | undefined;
}

/** It also goes off without data, because a probe that does not run measures nothing. */
export function probeAlarm({ probe }: ProbeAlarmProps): readonly AlarmOf[] {
  if (probe === undefined) return [];
  return [
    {
      id: 'Probe',
      metric: functionMetric(probe, 'Errors', { period: Duration.minutes(10), statistic: 'Sum' }),
      // One run and both its retries, so a failure shorter than two minutes alerts nobody.
      threshold: 3,
      silence: 'rings',
      runbook: 'probe',
    },
  ];
}
