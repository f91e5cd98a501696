import { CfnOutput, Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, type IMetric, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { settledNothing } from '../shared/payments/domain/payment.ts';

export interface MonitoringProps {
  readonly stage: string;
  readonly api: SpecRestApi;
  readonly outbox: { readonly function: LambdaFunction; readonly deadLetters: Queue };
  readonly workflows: readonly StateMachine[];
  /** The function that rotates the keys of tokens. */
  readonly rotation: LambdaFunction;
  /** Where the function that hears from payment providers writes its lines; undefined where there is none. */
  readonly paymentLogs: ILogGroup | undefined;
}

interface AlarmProps {
  readonly metric: IMetric;
  readonly threshold: number;
  readonly evaluationPeriods?: number;
  /** Who is hurt, and how: the first sentence that somebody reads at night. */
  readonly impact: string;
  /** The article in docs/runbook.md. */
  readonly runbook: string;
}

/** Alarms, and the topic that operators subscribe to. */
export class Monitoring extends Construct {
  readonly #stage: string;
  readonly #topic: Topic;

  constructor(scope: Construct, props: MonitoringProps) {
    const { stage, api, outbox, workflows, rotation, paymentLogs } = props;
    super(scope, 'Monitoring');
    this.#stage = stage;
    this.#topic = new Topic(this, 'Alarms', { enforceSSL: true });
    const period = Duration.minutes(5);

    this.alarm('ApiErrors', {
      metric: api.metricServerError({ period, statistic: 'Sum' }),
      threshold: 5,
      impact: 'Callers get 500 from the API; what they asked for may not be done.',
      runbook: 'api-errors',
    });
    this.alarm('UndeliveredEvents', {
      metric: outbox.deadLetters.metricApproximateNumberOfMessagesVisible({
        period,
        statistic: 'Maximum',
      }),
      threshold: 1,
      impact:
        'Work that was promised to a caller was given up: a review, a mail or a gateway key is missing.',
      runbook: 'undelivered-events',
    });
    this.alarm('OutboxDelay', {
      metric: outbox.function.metric('IteratorAge', { period, statistic: 'Maximum' }),
      threshold: Duration.minutes(5).toMilliseconds(),
      evaluationPeriods: 2,
      impact: 'Reviews, mails and certificates start more than five minutes late.',
      runbook: 'outbox-delay',
    });
    this.alarm('FunctionThrottles', {
      metric: LambdaFunction.metricAllThrottles({ period, statistic: 'Sum' }),
      threshold: 10,
      impact: "Calls fail because the account's limit of concurrent functions is reached.",
      runbook: 'function-throttles',
    });

    this.alarm('StuckWorkflows', {
      metric: unfinished(workflows, period),
      threshold: 1,
      impact:
        'Somebody waits in vain: a submission has no review, a decision has not taken effect, or a paid certificate is not issued.',
      runbook: 'stuck-workflow',
    });

    this.alarm('RotationErrors', {
      metric: rotation.metricErrors({ period, statistic: 'Sum' }),
      threshold: 1,
      impact:
        'Nobody yet: tokens are signed with the key that should have been replaced. Without a first rotation, no token can be issued.',
      runbook: 'signing-keys',
    });

    if (paymentLogs !== undefined) this.alarmOnPayments(paymentLogs, period);

    new CfnOutput(this, 'AlarmTopic', { value: this.#topic.topicArn });
  }

  /** Counts the lines in which a payment settles nothing. */
  private alarmOnPayments(logGroup: ILogGroup, period: Duration): void {
    this.alarm('UnsettledPayments', {
      metric: new MetricFilter(this, 'PaymentsThatSettleNothing', {
        logGroup,
        filterPattern: FilterPattern.stringValue('$.message', '=', settledNothing),
        metricNamespace: `Registry/${this.#stage}`,
        metricName: 'UnsettledPayments',
        metricValue: '1',
      }).metric({ period, statistic: 'Sum' }),
      threshold: 1,
      impact:
        'Somebody has paid for nothing: twice, another amount than was asked for, or for something that nobody knows.',
      runbook: 'unsettled-payments',
    });
  }

  /** An alarm at or above the threshold. It can't be made without saying who is hurt. */
  alarm(id: string, { metric, threshold, evaluationPeriods, impact, runbook }: AlarmProps): void {
    const alarm = new Alarm(this, id, {
      alarmName: `registry-${this.#stage}-${runbook}`,
      alarmDescription: `${impact} Runbook: docs/runbook.md#${runbook}`,
      metric,
      threshold,
      evaluationPeriods: evaluationPeriods ?? 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(this.#topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}

/** Executions of all workflows that ended otherwise than they should. */
function unfinished(workflows: readonly StateMachine[], period: Duration): IMetric {
  const metrics = workflows.flatMap((workflow) => [
    workflow.metricFailed({ period, statistic: 'Sum' }),
    workflow.metricTimedOut({ period, statistic: 'Sum' }),
    workflow.metricAborted({ period, statistic: 'Sum' }),
  ]);
  const named = metrics.map((metric, place): [string, IMetric] => [`m${place}`, metric]);
  return new MathExpression({
    // A metric without a value at that time would leave the sum without one, too.
    expression: named.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(named),
    period,
  });
}
