import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { DeadLetterQueue, OutboxQueue } from '../../shared/kernel/domain/outbox-queue.ts';
import type { WorkflowName } from '../../shared/kernel/domain/workflow-name.ts';
import type { OutboxQueues } from '../outbox-queues.ts';
import { type AlarmOf, period } from './alarm.ts';
import { emittedMetric } from './emitted-metric.ts';
import { functionMetric } from './function-metric.ts';

export interface EventAlarmsProps {
  readonly stage: string;
  /** The name of the function that routes events. */
  readonly router: string;
  /** Names of the functions that consume them. */
  readonly consumers: Readonly<Record<OutboxQueue, string>>;
  readonly queues: Pick<OutboxQueues, 'queues' | 'deadLetters'>;
  readonly workflows: Readonly<Record<WorkflowName, IStateMachine>>;
  /** The name of the function that rotates the keys of tokens. */
  readonly rotation: string;
}

/** What is to happen after an answer, and doesn't. */
export function eventAlarms(props: EventAlarmsProps): readonly AlarmOf[] {
  const { stage, router, consumers, queues, workflows, rotation } = props;
  return [
    ...Object.entries(queues.deadLetters).flatMap(([name, queue]) => [
      {
        id: `UndeliveredEvents-${name}`,
        metric: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
        threshold: 1,
        // Object.entries loses the names' type.
        impact: givenUp[name as DeadLetterQueue],
        runbook: 'undelivered-events',
        which: name,
      },
      {
        id: `ForgottenEvents-${name}`,
        metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
        threshold: Duration.days(2).toSeconds(),
        impact: `Nobody has acted for two days, and in twelve more SQS deletes it. ${givenUp[name as DeadLetterQueue]}`,
        runbook: 'forgotten-events',
        which: name,
      },
    ]),
    ...Object.entries(queues.queues).map(([name, queue]) => ({
      id: `QueueDelay-${name}`,
      metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
      threshold: Duration.minutes(10).toSeconds(),
      evaluationPeriods: 2,
      impact: late[name as OutboxQueue],
      runbook: 'queue-delay',
      which: name,
    })),
    ...Object.entries(consumers).map(([name, consumer]) => ({
      id: `FailingEvents-${name}`,
      // Object.entries loses the names' type.
      metric: failing(stage, name as OutboxQueue, consumer),
      threshold: 1,
      impact: fails[name as OutboxQueue],
      runbook: 'failing-events',
      which: name,
    })),
    {
      id: 'OutboxDelay',
      metric: functionMetric(router, 'IteratorAge', { period, statistic: 'Maximum' }),
      threshold: Duration.minutes(5).toMilliseconds(),
      evaluationPeriods: 2,
      impact:
        'Everything that follows from a call starts more than five minutes late: codes to sign in with, reviews, certificates.',
      runbook: 'outbox-delay',
    },
    ...Object.entries(workflows).map(([name, workflow]) => ({
      id: `StuckWorkflow-${name}`,
      metric: unfinished(workflow),
      threshold: 1,
      // Object.entries loses the names' type.
      impact: waitsInVain[name as WorkflowName],
      runbook: 'stuck-workflow',
      which: name,
    })),
    {
      id: 'RotationErrors',
      metric: functionMetric(rotation, 'Errors', { period, statistic: 'Sum' }),
      threshold: 1,
      impact:
        'Nobody yet: tokens are signed with the key that should have been replaced. Without a first rotation, no token can be issued.',
      runbook: 'signing-keys',
    },
  ];
}

const givenUp: Readonly<Record<DeadLetterQueue, string>> = {
  mail: 'Somebody waits for a mail that was given up, such as the code to sign in with.',
  'gateway-keys':
    'Nobody yet: a new key is metered with others, or a revoked one still has a gateway key.',
  workflows: 'Somebody waits in vain: what was submitted, decided or paid is not carried on.',
  webhooks:
    'Integrators are not told of what has happened; the clock tries their endpoints again every minute.',
  logouts: 'An application goes on believing that somebody is signed in who has signed out here.',
  sandbox: 'Whoever tries the service waits in vain: a payment with play money is not reported.',
  unrouted:
    'Somebody waits for what nobody does: an event could not be read, or nobody knows its type.',
};

const late: Readonly<Record<OutboxQueue, string>> = {
  mail: 'Mails come more than ten minutes late, which is too late for a code to sign in with.',
  'gateway-keys': 'Nobody yet: new keys are metered with others for longer than they should.',
  workflows: 'Reviews, decisions and certificates begin more than ten minutes late.',
  webhooks: 'Integrators are told of what has happened more than ten minutes late.',
  logouts: 'Applications are told more than ten minutes late that somebody has signed out.',
  sandbox: 'Payments with play money are reported more than ten minutes late.',
};

const fails: Readonly<Record<OutboxQueue, string>> = {
  mail: 'Somebody waits for a mail that fails again and again, such as the code to sign in with; in SES or in us, it may be all mails.',
  'gateway-keys': 'Nobody yet: a new key is metered with others, or a revoked one is still there.',
  workflows: 'Somebody waits: the review, decision or certificate that should begin does not.',
  webhooks:
    'Integrators are not told of what has happened: it is us who fail, not their receivers.',
  logouts: 'Applications are not told that somebody has signed out: it is us who fail.',
  sandbox: 'Whoever tries the service waits: a payment with play money is not reported.',
};

/**
 * What a consumer says of events that fail again and again, and invocations that can't say anything: it crashed, or was
 * cut off. The queue's own age does not tell either: SQS leaves out what was received three times or more
 * ("Available CloudWatch metrics for Amazon SQS", ApproximateAgeOfOldestMessage).
 */
function failing(stage: string, Queue: OutboxQueue, consumer: string): IMetric {
  return new MathExpression({
    // A metric without a value at that time would leave the sum without one, too.
    expression: 'FILL(undelivered, 0) + FILL(crashed, 0)',
    usingMetrics: {
      undelivered: emittedMetric(stage, { metric: 'UndeliveredEvents', dimensions: { Queue } }),
      crashed: functionMetric(consumer, 'Errors', { period, statistic: 'Sum' }),
    },
    period,
  });
}

const waitsInVain: Readonly<Record<WorkflowName, string>> = {
  'review-dispatch': 'Somebody waits in vain: what was submitted has no review.',
  'review-decision': "Somebody waits in vain: a reviewer's decision has not taken effect.",
  'certificate-issuance': 'Somebody waits in vain: a certificate that is paid is not issued.',
  migration:
    'Nobody yet: a rewrite of what former releases stored has stopped, and is to be begun again.',
};

/** Executions of a workflow that ended otherwise than they should. An alarm takes ten metrics, so each has its own. */
function unfinished(workflow: IStateMachine): IMetric {
  const sum = { period, statistic: 'Sum' };
  return new MathExpression({
    // A metric without a value at that time would leave the sum without one, too.
    expression: 'FILL(failed, 0) + FILL(late, 0) + FILL(aborted, 0)',
    usingMetrics: {
      failed: workflow.metricFailed(sum),
      late: workflow.metricTimedOut(sum),
      aborted: workflow.metricAborted(sum),
    },
    period,
  });
}
