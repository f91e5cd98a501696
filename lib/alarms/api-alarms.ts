import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Route } from '../../shared/kernel/http/route.ts';
import { type AlarmOf, period } from './alarm.ts';
import { functionMetric } from './function-metric.ts';
import { logMetric } from './log-metric.ts';

export interface ApiAlarmsProps {
  readonly stage: string;
  readonly api: SpecRestApi;
  readonly accessLogs: ILogGroup;
  /** The function's name. */
  readonly authorizer: string;
  readonly routes: readonly Route[];
}

/** Alarms for errors and delays that API callers notice. */
export function apiAlarms(scope: Construct, props: ApiAlarmsProps): readonly AlarmOf[] {
  const { api, authorizer } = props;
  return [
    {
      id: 'ApiErrors',
      metric: api.metricServerError({ period, statistic: 'Sum' }),
      threshold: 5,
      runbook: 'api-errors',
    },
    {
      id: 'AuthorizerErrors',
      metric: functionMetric(authorizer, 'Errors', { period, statistic: 'Sum' }),
      threshold: 3,
      runbook: 'authorizer-errors',
    },
    {
      id: 'FunctionThrottles',
      metric: LambdaFunction.metricAllThrottles({ period, statistic: 'Sum' }),
      threshold: 10,
      runbook: 'function-throttles',
    },
    {
      id: 'RefusedCalls',
      metric: refusedShare(scope, props),
      threshold: 20,
      evaluationPeriods: 3,
      runbook: 'rate-limited-calls',
    },
    ...slowAnswers(scope, props),
  ];
}

/** With fewer calls in five minutes, a percentage is meaningless. */
const fewCalls = 100;

/** The percentage of calls that are answered with 429; 0 if there are few calls. */
function refusedShare(scope: Construct, { stage, api, accessLogs }: ApiAlarmsProps): IMetric {
  const refused = logMetric(scope, 'CallsAnswered429', {
    stage,
    logGroup: accessLogs,
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    metricName: 'RefusedCalls',
  });
  return new MathExpression({
    expression: `IF(calls >= ${fewCalls}, 100 * FILL(refused, 0) / calls, 0)`,
    usingMetrics: { calls: api.metricCount({ period, statistic: 'Sum' }), refused },
    label: 'of 100 calls answered 429',
    period,
  });
}

/** A class of routes: which access log lines belong to it, and how slow is too slow. */
interface RouteClass {
  readonly name: string;
  readonly id: string;
  /** A filter pattern of CloudWatch Logs without its braces. */
  readonly lines: string;
  /** 99 of 100 calls must be faster. */
  readonly milliseconds: number;
}

/**
 * Every call is in one class, except operators' calls and calls that match no resource of API Gateway. The few pages
 * served there are in no class, like requests to unknown paths.
 */
export function routeClasses(routes: readonly Route[]): readonly RouteClass[] {
  const limited = routes.filter(({ limit }) => limit === 'registry').map(({ path }) => path);
  const is = limited.map((path) => `($.route = "${path}")`).join(' || ');
  const isNot = limited.map((path) => `($.route != "${path}")`).join(' && ');
  const ofApi = '($.route = "/api/*")';
  const reads = '(($.method = "GET") || ($.method = "HEAD"))';
  const writes = '($.method != "GET") && ($.method != "HEAD") && ($.method != "OPTIONS")';
  return [
    {
      name: 'lookups',
      id: 'SlowLookups',
      lines: `(${is})`,
      milliseconds: 1_500,
    },
    {
      name: 'reads',
      id: 'SlowReads',
      lines: `${ofApi} && ${reads} && ${isNot}`,
      milliseconds: 2_500,
    },
    {
      name: 'writes',
      id: 'SlowWrites',
      lines: `${ofApi} && ${writes} && ${isNot}`,
      milliseconds: 5_000,
    },
    {
      name: 'pages',
      id: 'SlowPages',
      lines: '($.route != "/api/*") && ($.route != "/admin/*") && ($.route != "/{proxy+}")',
      milliseconds: 4_000,
    },
  ];
}

function slowAnswers(
  scope: Construct,
  { stage, accessLogs, routes }: ApiAlarmsProps,
): readonly AlarmOf[] {
  return routeClasses(routes).map(({ name, id, lines, milliseconds }) => ({
    id,
    metric: logMetric(scope, `${id}Latency`, {
      stage,
      logGroup: accessLogs,
      // CloudWatch measures a field only of lines whose pattern names it.
      filterPattern: FilterPattern.literal(`{ ($.latencyMs = *) && ${lines} }`),
      metricName: `Latency-${name}`,
      field: '$.latencyMs',
      statistic: 'p99',
    }),
    threshold: milliseconds,
    evaluationPeriods: 3,
    percentile: true,
    runbook: 'slow-answers',
    which: name,
  }));
}
