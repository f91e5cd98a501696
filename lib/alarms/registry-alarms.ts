import { Duration } from 'aws-cdk-lib';
import type { AlarmOf } from './alarm.ts';
import { emittedMetric } from './emitted-metric.ts';
import { functionMetric } from './function-metric.ts';

export interface RegistryAlarmsProps {
  readonly stage: string;
  /** The name of the function that measures the reviews that wait. */
  readonly measuring: string;
}

/** How often the clock has the reviews measured. */
export const measuringPeriod = Duration.minutes(15);

/** A working week: nobody is told of a shorter term. */
const longestWait = Duration.days(7);

/** What people of the registry do not do. */
export function registryAlarms({ stage, measuring }: RegistryAlarmsProps): readonly AlarmOf[] {
  return [
    {
      id: 'WaitingReviews',
      metric: emittedMetric(
        stage,
        { metric: 'OldestPendingReview' },
        { statistic: 'Maximum', period: measuringPeriod },
      ),
      threshold: longestWait.toSeconds(),
      impact: `Somebody has waited for ${longestWait.toDays()} days for a reviewer to decide.`,
      runbook: 'waiting-reviews',
    },
    {
      id: 'Unmeasured',
      metric: functionMetric(measuring, 'Errors', { period: measuringPeriod, statistic: 'Sum' }),
      threshold: 1,
      evaluationPeriods: 2,
      impact:
        'Nobody yet: nobody can tell how many reviews wait, nor how long, and no alarm would say so.',
      runbook: 'unmeasured',
    },
  ];
}
