import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { vaultName } from '../backup-vault.ts';
import type { AlarmOf } from './alarm.ts';

export interface BackupAlarmsProps {
  readonly stage: string;
  /** Whether backups are copied to another Region. */
  readonly copied: boolean;
}

/** Alarms for backups and copies that fail or are missing. */
export function backupAlarms({ stage, copied }: BackupAlarmsProps): readonly AlarmOf[] {
  if (!copied) return [];
  const failed = [
    'NumberOfBackupJobsAborted',
    'NumberOfBackupJobsExpired',
    'NumberOfBackupJobsFailed',
    'NumberOfCopyJobsFailed',
  ];
  const period = Duration.hours(1);
  return [
    {
      id: 'BackupFailed',
      metric: math(
        failed.map((name) => jobs(stage, name, period)),
        (names) => names.map((name) => `FILL(${name}, 0)`).join(' + '),
        period,
      ),
      threshold: 1,
      runbook: 'backup-failed',
    },
    {
      id: 'BackupMissing',
      metric: math(
        ['DynamoDB', 'S3'].map((type) =>
          jobs(stage, 'NumberOfCopyJobsCompleted', Duration.days(1), type),
        ),
        ([table = '', files = '']) => `IF(FILL(${table}, 0) < 1 OR FILL(${files}, 0) < 1, 1, 0)`,
        Duration.days(1),
      ),
      threshold: 1,
      runbook: 'backup-missing',
      silence: 'rings',
    },
  ];
}

/** The dimensions are those in AWS Backup's guide: the vault and the resource type. */
function jobs(stage: string, metricName: string, period: Duration, ResourceType?: string): IMetric {
  return new Metric({
    namespace: 'AWS/Backup',
    metricName,
    dimensionsMap: {
      BackupVaultName: vaultName(stage),
      ...(ResourceType !== undefined && { ResourceType }),
    },
    statistic: 'Sum',
    period,
  });
}

function math(
  metrics: readonly IMetric[],
  expression: (names: readonly string[]) => string,
  period: Duration,
): IMetric {
  const named = metrics.map((metric, place): [string, IMetric] => [`m${place}`, metric]);
  return new MathExpression({
    expression: expression(named.map(([name]) => name)),
    usingMetrics: Object.fromEntries(named),
    period,
  });
}
