import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type {
  OfQueues,
  OutboxQueue,
  WorkflowName,
} from '../../shared/kernel/domain/outbox-queue.ts';
import type { OutboxQueues } from '../outbox-queues.ts';
import { type AlarmOf, period } from './alarm.ts';
import { emittedMetric } from './emitted-metric.ts';
import { functionMetric } from './function-metric.ts';
import { measuringPeriod } from './registry-alarms.ts';

export interface EventAlarmsProps {
  readonly stage: string;
  /** The name of the function that routes events. */
  readonly router: string;
  /** Names of the functions that consume events. */
  readonly consumers: OfQueues<OutboxQueue, string>;
  readonly queues: Pick<OutboxQueues, 'queues' | 'deadLetters'>;
  readonly workflows: Readonly<Record<WorkflowName, IStateMachine>>;
  /** The name of the function that rotates token-signing keys. */
  readonly rotation: string;
}

/** Alarms for work after an answer that fails. */
export function eventAlarms(props: EventAlarmsProps): readonly AlarmOf[] {
  const { stage, router, consumers, queues, workflows, rotation } = props;
  return [
    ...Object.entries(queues.deadLetters).flatMap(([name, queue]): AlarmOf[] => [
      {
        id: `UndeliveredEvents-${name}`,
        metric: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
        threshold: 1,
        runbook: 'dead-letters',
        which: name,
      },
      {
        id: `ForgottenEvents-${name}`,
        metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
        threshold: Duration.days(2).toSeconds(),
        runbook: 'old-dead-letters',
        which: name,
      },
    ]),
    ...Object.entries(queues.queues).map(
      ([name, queue]): AlarmOf => ({
        id: `QueueDelay-${name}`,
        metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
        threshold: Duration.minutes(10).toSeconds(),
        evaluationPeriods: 2,
        runbook: 'queue-delay',
        which: name,
      }),
    ),
    ...Object.entries(consumers).map(
      ([name, consumer]): AlarmOf => ({
        id: `FailingEvents-${name}`,
        // Object.entries loses the type of the names.
        metric: failing(stage, name as OutboxQueue, consumer),
        threshold: 1,
        runbook: 'failing-events',
        which: name,
      }),
    ),
    {
      id: 'OutboxDelay',
      metric: functionMetric(router, 'IteratorAge', { period, statistic: 'Maximum' }),
      threshold: Duration.minutes(5).toMilliseconds(),
      evaluationPeriods: 2,
      runbook: 'outbox-delay',
    },
    {
      id: 'OutboxStreamStopped',
      metric: emittedMetric(
        stage,
        { metric: 'StreamDelay', dimensions: { Reader: 'outbox' } },
        { statistic: 'Maximum', period: measuringPeriod },
      ),
      threshold: Duration.minutes(10).toSeconds(),
      evaluationPeriods: 2,
      // A stream consumer that is not called reports nothing.
      silence: 'rings',
      runbook: 'stream-stopped',
      which: 'outbox',
    },
    ...Object.entries(workflows).map(
      ([name, workflow]): AlarmOf => ({
        id: `StuckWorkflow-${name}`,
        metric: unfinished(workflow),
        threshold: 1,
        runbook: 'stuck-workflow',
        which: name,
      }),
    ),
    {
      id: 'RotationErrors',
      metric: functionMetric(rotation, 'Errors', { period, statistic: 'Sum' }),
      threshold: 1,
      runbook: 'signing-keys',
    },
  ];
}

/**
 * Log lines about events that fail repeatedly, and invocations that crash or time out. The queue's age shows neither:
 * SQS leaves out messages that were received three times or more ("Available CloudWatch metrics for Amazon SQS",
 * ApproximateAgeOfOldestMessage).
 */
function failing(stage: string, Queue: OutboxQueue, consumer: string): IMetric {
  return new MathExpression({
    // If one metric has no value at that time, the sum would have none either.
    expression: 'FILL(undelivered, 0) + FILL(crashed, 0)',
    usingMetrics: {
      undelivered: emittedMetric(stage, { metric: 'UndeliveredEvents', dimensions: { Queue } }),
      crashed: functionMetric(consumer, 'Errors', { period, statistic: 'Sum' }),
    },
    period,
  });
}

/** Failed, timed-out and aborted executions of a workflow. An alarm takes ten metrics, so each workflow has its own. */
function unfinished(workflow: IStateMachine): IMetric {
  const sum = { period, statistic: 'Sum' };
  return new MathExpression({
    // If one metric has no value at that time, the sum would have none either.
    expression: 'FILL(failed, 0) + FILL(late, 0) + FILL(aborted, 0)',
    usingMetrics: {
      failed: workflow.metricFailed(sum),
      late: workflow.metricTimedOut(sum),
      aborted: workflow.metricAborted(sum),
    },
    period,
  });
}
