import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { AlarmOf } from './alarm.ts';

export interface ProbeAlarmProps {
  /** The function that calls the service from outside; undefined where none does. */
  readonly probe: LambdaFunction | undefined;
}

/** The only alarm that also rings when nothing is measured: a probe that does not run says nothing of the service. */
export function probeAlarm({ probe }: ProbeAlarmProps): readonly AlarmOf[] {
  if (probe === undefined) return [];
  return [
    {
      id: 'Probe',
      metric: probe.metricErrors({ period: Duration.minutes(10), statistic: 'Sum' }),
      // One run and both its repeats: what is over after two minutes wakes nobody.
      threshold: 3,
      silence: 'rings',
      impact:
        'Integrators are not answered by verify_rpn at its public address, or nobody knows whether they are.',
      runbook: 'probe',
    },
  ];
}
