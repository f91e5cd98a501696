import { Duration } from 'aws-cdk-lib';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { isUnrecorded } from '../../shared/events/usecases/record-drafts.ts';
import type { AlarmOf } from './alarm.ts';
import { functionMetric } from './function-metric.ts';
import { logMetric } from './log-metric.ts';

export interface WebhookAlarmsProps {
  readonly stage: string;
  /** The name of the function that wakes up due webhooks. */
  readonly waking: string;
}

/** Alarms for events that don't reach integrators, by webhook or in their feeds. */
export function webhookAlarms(
  scope: Construct,
  { stage, waking }: WebhookAlarmsProps,
): readonly AlarmOf[] {
  return [
    {
      id: 'WebhooksLate',
      metric: functionMetric(waking, 'Errors', { period: Duration.minutes(15), statistic: 'Sum' }),
      threshold: 3,
      silence: 'rings',
      runbook: 'webhooks-late',
    },
    {
      id: 'EventFeedsFailed',
      metric: logMetric(scope, 'EventsWithoutFeed', {
        stage,
        logGroup: LogGroup.fromLogGroupName(
          scope,
          'RouterLog',
          `/registry/${stage}/functions/outbox-route`,
        ),
        filterPattern: FilterPattern.stringValue('$.message', '=', isUnrecorded),
        metricName: 'EventsWithoutFeed',
      }),
      threshold: 1,
      // A feed with many simultaneous writers sometimes refuses a write, which then goes to the detour queue.
      evaluationPeriods: 3,
      runbook: 'event-feeds-failed',
    },
  ];
}
