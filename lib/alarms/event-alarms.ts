import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { WorkflowName } from '../../shared/kernel/domain/workflow-name.ts';
import { type AlarmOf, period } from './alarm.ts';

export interface EventAlarmsProps {
  readonly outbox: { readonly function: LambdaFunction; readonly deadLetters: Queue };
  readonly workflows: Readonly<Record<WorkflowName, StateMachine>>;
  /** The function that rotates the keys of tokens. */
  readonly rotation: LambdaFunction;
}

/** What is to happen after an answer, and doesn't. */
export function eventAlarms(props: EventAlarmsProps): readonly AlarmOf[] {
  const { outbox, workflows, rotation } = props;
  return [
    {
      id: 'UndeliveredEvents',
      metric: outbox.deadLetters.metricApproximateNumberOfMessagesVisible({
        period,
        statistic: 'Maximum',
      }),
      threshold: 1,
      impact:
        'Work that was promised to a caller was given up: a review, a mail or a gateway key is missing.',
      runbook: 'undelivered-events',
    },
    {
      id: 'ForgottenEvents',
      metric: outbox.deadLetters.metricApproximateAgeOfOldestMessage({
        period,
        statistic: 'Maximum',
      }),
      // The stream keeps the events themselves for 24 hours: half of them are left.
      threshold: Duration.hours(12).toSeconds(),
      impact:
        'Somebody has waited for twelve hours for what was given up, and in twelve more the stream forgets which events it was.',
      runbook: 'forgotten-events',
    },
    {
      id: 'OutboxDelay',
      metric: outbox.function.metric('IteratorAge', { period, statistic: 'Maximum' }),
      threshold: Duration.minutes(5).toMilliseconds(),
      evaluationPeriods: 2,
      impact: 'Reviews, mails and certificates start more than five minutes late.',
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
      metric: rotation.metricErrors({ period, statistic: 'Sum' }),
      threshold: 1,
      impact:
        'Nobody yet: tokens are signed with the key that should have been replaced. Without a first rotation, no token can be issued.',
      runbook: 'signing-keys',
    },
  ];
}

const waitsInVain: Readonly<Record<WorkflowName, string>> = {
  'review-dispatch': 'Somebody waits in vain: what was submitted has no review.',
  'review-decision': "Somebody waits in vain: a reviewer's decision has not taken effect.",
  'certificate-issuance': 'Somebody waits in vain: a certificate that is paid is not issued.',
};

/** Executions of a workflow that ended otherwise than they should. An alarm takes ten metrics, so each has its own. */
function unfinished(workflow: StateMachine): IMetric {
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
