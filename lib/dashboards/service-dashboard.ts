import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  AlarmStatusWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { metrics } from '../../shared/kernel/domain/metric.ts';
import { outboxQueues, type WorkflowName } from '../../shared/kernel/domain/outbox-queue.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import type { MailKind } from '../../shared/mail/domain/mail-kind.ts';
import { period } from '../alarms/alarm.ts';
import { routeClasses } from '../alarms/api-alarms.ts';
import { emittedMetric, stageMetric } from '../alarms/emitted-metric.ts';
import { functionMetric } from '../alarms/function-metric.ts';
import { snapshotPeriod } from '../alarms/registry-alarms.ts';
import type { OutboxQueues } from '../outbox-queues.ts';
import { graph } from './graph.ts';

export interface ServiceDashboardProps {
  readonly stage: string;
  readonly api: SpecRestApi;
  readonly routes: readonly Route[];
  /** Names of functions. */
  readonly authorizer: string;
  readonly router: string;
  readonly copier: string;
  readonly table: ITableV2;
  readonly queues: Pick<OutboxQueues, 'deadLetters'>;
  readonly workflows: Readonly<Record<WorkflowName, IStateMachine>>;
  readonly configurationSets: Readonly<Record<MailKind, string>>;
  readonly alarms: readonly IAlarm[];
}

const sum = { period, statistic: 'Sum' };
const maximum = { period, statistic: 'Maximum' };

/** Service health: calls, functions, table, background work and email. */
export function serviceDashboard(props: ServiceDashboardProps): readonly (readonly IWidget[])[] {
  const {
    stage,
    api,
    routes,
    authorizer,
    table,
    router,
    copier,
    queues,
    workflows,
    configurationSets,
  } = props;
  return [
    [new AlarmStatusWidget({ title: 'Alarms', alarms: [...props.alarms], width: 24, height: 5 })],
    [
      graph('Calls', [api.metricCount({ ...sum, label: 'calls' })]),
      graph('Calls that fail', [
        api.metricServerError({ ...sum, label: '5xx' }),
        api.metricClientError({ ...sum, label: '4xx' }),
        stageMetric(stage, 'RefusedCalls', { label: '429' }),
      ]),
      graph(
        'Latency, p99, ms',
        routeClasses(routes).map(({ name }) =>
          stageMetric(stage, `Latency-${name}`, { statistic: 'p99', label: name }),
        ),
      ),
    ],
    [
      graph('Functions of the account', [
        LambdaFunction.metricAllInvocations({ ...sum, label: 'invocations' }),
        LambdaFunction.metricAllErrors({ ...sum, label: 'errors' }),
        LambdaFunction.metricAllThrottles({ ...sum, label: 'throttles' }),
      ]),
      graph('Concurrent executions of the account', [
        LambdaFunction.metricAllConcurrentExecutions({ ...maximum, label: 'functions' }),
      ]),
      graph('Authorizer', [
        functionMetric(authorizer, 'Duration', { period, statistic: 'p99', label: 'p99, ms' }),
        functionMetric(authorizer, 'Errors', { ...sum, label: 'errors' }),
      ]),
    ],
    [
      graph('Capacity units of the table', [
        ofTable(table, 'ConsumedReadCapacityUnits', 'read'),
        ofTable(table, 'ConsumedWriteCapacityUnits', 'written'),
      ]),
      graph('Requests that the table throttled', [
        ofTable(table, 'ReadThrottleEvents', 'reads'),
        ofTable(table, 'WriteThrottleEvents', 'writes'),
      ]),
      graph('Workflows that failed', [
        // Without migrations, which run once a release: the first fifty metrics are free.
        ...Object.entries(workflows)
          .filter(([name]) => name !== 'migration')
          .map(([name, workflow]): IMetric => workflow.metricFailed({ ...sum, label: name })),
      ]),
    ],
    [
      graph(
        'Dead letters',
        Object.entries(queues.deadLetters).map(([name, queue]) =>
          queue.metricApproximateNumberOfMessagesVisible({ ...maximum, label: name }),
        ),
      ),
      graph('Age of the oldest event, ms', [
        functionMetric(router, 'IteratorAge', { ...maximum, label: 'not yet sent' }),
        functionMetric(copier, 'IteratorAge', { ...maximum, label: 'not yet copied' }),
      ]),
      graph(
        'Emails',
        metrics.Mails.dimensions.Outcome.map((Outcome) =>
          emittedMetric(
            stage,
            { metric: 'Mails', dimensions: { Outcome } },
            { label: Outcome.replace('_', ', ') },
          ),
        ),
      ),
    ],
    [
      graph(
        'Events that fail repeatedly',
        outboxQueues
          .filter((Queue) => queues.deadLetters[Queue] !== undefined)
          .map((Queue) =>
            emittedMetric(
              stage,
              { metric: 'UndeliveredEvents', dimensions: { Queue } },
              { label: Queue },
            ),
          ),
      ),
      graph('Share of emails that bounce or are marked as spam (1 = all)', [
        ...Object.entries(configurationSets).flatMap(([kind, set]) => [
          reputation('Reputation.BounceRate', set, `${kind}: bounced`),
          reputation('Reputation.ComplaintRate', set, `${kind}: spam`),
        ]),
      ]),
      graph('Names in the search', [
        emittedMetric(
          stage,
          { metric: 'RegistryNames' },
          { statistic: 'Maximum', period: snapshotPeriod, label: 'names' },
        ),
      ]),
    ],
    [
      graph(
        'Differences on statements of providers',
        metrics.PaymentDifferences.dimensions.Outcome.map((Outcome) =>
          emittedMetric(
            stage,
            { metric: 'PaymentDifferences', dimensions: { Outcome } },
            { label: Outcome },
          ),
        ),
      ),
    ],
  ];
}

function ofTable({ tableName }: ITableV2, metricName: string, label: string): Metric {
  const dimensionsMap = { TableName: tableName };
  return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, label, ...sum });
}

function reputation(metricName: string, configurationSet: string, label: string): Metric {
  const dimensionsMap = { 'ses:configuration-set': configurationSet };
  return new Metric({ namespace: 'AWS/SES', metricName, dimensionsMap, label, ...maximum });
}
