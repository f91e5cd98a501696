import { Duration } from 'aws-cdk-lib';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { type AlarmOf, period } from './alarm.ts';
import { functionMetric } from './function-metric.ts';

export interface EvidenceAlarmsProps {
  /** Names of the functions that copy, and that sign the days. */
  readonly copier: string;
  readonly closer: string;
  readonly lost: IQueue;
}

/** Copies of what must not be rewritten: late, lost, unsigned. */
export function evidenceAlarms({ copier, closer, lost }: EvidenceAlarmsProps): readonly AlarmOf[] {
  return [
    {
      id: 'EvidenceDelay',
      metric: functionMetric(copier, 'IteratorAge', { period, statistic: 'Maximum' }),
      threshold: Duration.minutes(2).toMilliseconds(),
      evaluationPeriods: 2,
      impact:
        'Nobody yet: what was done in the last minutes is in the table only, and a restore now would forget it.',
      runbook: 'evidence-delay',
    },
    {
      id: 'EvidenceLost',
      metric: lost.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      threshold: 1,
      impact:
        'Nobody yet: changes were not copied in the 24 hours that the stream keeps them, so a later restore would forget them.',
      runbook: 'evidence-lost',
    },
    {
      id: 'EvidenceUnsigned',
      metric: functionMetric(closer, 'Errors', { period: Duration.hours(1), statistic: 'Sum' }),
      threshold: 1,
      evaluationPeriods: 2,
      impact:
        'Nobody yet: a day of copies is not signed, or a copy is not what it was when it was written.',
      runbook: 'evidence-unsigned',
    },
  ];
}
