import { Duration } from 'aws-cdk-lib';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { isTampered } from '../../shared/platform/domain/record.ts';
import { type AlarmOf, period } from './alarm.ts';
import { emittedMetric, stageMetric } from './emitted-metric.ts';
import { functionMetric } from './function-metric.ts';
import { logMetric } from './log-metric.ts';
import { measuringPeriod } from './registry-alarms.ts';

export interface EvidenceAlarmsProps {
  readonly stage: string;
  /** Names of the functions that copy entries and sign each day. */
  readonly copier: string;
  readonly closer: string;
  readonly lost: IQueue;
}

/**
 * Trail entries that someone changed or removed outside the service. The stream reports them immediately, or the
 * comparison of the next day does.
 */
const changedEntries = 'ChangedTrailEntries';

/** Alarms for evidence copies that are late, lost or unsigned. */
export function evidenceAlarms(
  scope: Construct,
  { stage, copier, closer, lost }: EvidenceAlarmsProps,
): readonly AlarmOf[] {
  for (const [id, name] of Object.entries({
    Copier: 'evidence-copy',
    Closer: 'evidence-close-days',
  })) {
    logMetric(scope, `ChangedEntries${id}`, {
      stage,
      logGroup: LogGroup.fromLogGroupName(
        scope,
        `EvidenceLog${id}`,
        `/registry/${stage}/functions/${name}`,
      ),
      filterPattern: FilterPattern.stringValue('$.message', '=', isTampered),
      metricName: changedEntries,
    });
  }
  return [
    {
      id: 'EvidenceDelay',
      metric: functionMetric(copier, 'IteratorAge', { period, statistic: 'Maximum' }),
      threshold: Duration.minutes(2).toMilliseconds(),
      evaluationPeriods: 2,
      runbook: 'evidence-delay',
    },
    {
      id: 'EvidenceStreamStopped',
      metric: emittedMetric(
        stage,
        { metric: 'StreamDelay', dimensions: { Reader: 'evidence' } },
        { statistic: 'Maximum', period: measuringPeriod },
      ),
      threshold: Duration.minutes(10).toSeconds(),
      evaluationPeriods: 2,
      // A stream consumer that is not called reports nothing.
      silence: 'rings',
      runbook: 'stream-stopped',
      which: 'evidence',
    },
    {
      id: 'AuditTrailChanged',
      metric: stageMetric(stage, changedEntries),
      threshold: 1,
      runbook: 'audit-trail-changed',
    },
    {
      id: 'EvidenceLost',
      metric: lost.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      threshold: 1,
      runbook: 'evidence-lost',
    },
    {
      id: 'EvidenceUnsigned',
      metric: functionMetric(closer, 'Errors', { period: Duration.hours(1), statistic: 'Sum' }),
      threshold: 1,
      evaluationPeriods: 2,
      silence: 'rings',
      runbook: 'evidence-unsigned',
    },
  ];
}
