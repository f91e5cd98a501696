import { Duration } from 'aws-cdk-lib';
import { searchCeiling } from '../../shared/registry/domain/search-settings.ts';
import type { AlarmOf } from './alarm.ts';
import { emittedMetric } from './emitted-metric.ts';
import { functionMetric } from './function-metric.ts';

export interface RegistryAlarmsProps {
  readonly stage: string;
  /** The name of the function that measures waiting reviews. */
  readonly measuring: string;
  /** The name of the function that writes snapshots of the registry. */
  readonly snapshots: string;
  /** Whether the registry is searched in memory, where its size is limited. */
  readonly searchesMemory: boolean;
}

/** How often waiting reviews are measured. */
export const measuringPeriod = Duration.minutes(15);

/** How often a snapshot of the registry is written. */
export const snapshotPeriod = Duration.hours(1);

/** Leaves time to act before the ceiling is reached. */
const namesNearCeiling = 0.75 * searchCeiling;

/** The longest a review may wait before the alarm rings: a working week. */
const longestWait = Duration.days(7);

/** Alarms for overdue work of registry staff. */
export function registryAlarms({
  stage,
  measuring,
  snapshots,
  searchesMemory,
}: RegistryAlarmsProps): readonly AlarmOf[] {
  const alarms: readonly AlarmOf[] = [
    {
      id: 'WaitingReviews',
      metric: emittedMetric(
        stage,
        { metric: 'OldestPendingReview' },
        { statistic: 'Maximum', period: measuringPeriod },
      ),
      threshold: longestWait.toSeconds(),
      runbook: 'waiting-reviews',
    },
    {
      id: 'Unmeasured',
      metric: functionMetric(measuring, 'Errors', { period: measuringPeriod, statistic: 'Sum' }),
      threshold: 1,
      evaluationPeriods: 2,
      silence: 'rings',
      runbook: 'unmeasured',
    },
    {
      id: 'SearchNearLimit',
      metric: emittedMetric(
        stage,
        { metric: 'RegistryNames' },
        { statistic: 'Maximum', period: snapshotPeriod },
      ),
      threshold: namesNearCeiling,
      runbook: 'search-near-limit',
    },
    {
      id: 'SnapshotErrors',
      metric: functionMetric(snapshots, 'Errors', { period: snapshotPeriod, statistic: 'Sum' }),
      threshold: 1,
      evaluationPeriods: 2,
      silence: 'rings',
      runbook: 'snapshot-errors',
    },
  ];
  return alarms.filter(({ id }) => searchesMemory || id !== 'SearchNearLimit');
}
