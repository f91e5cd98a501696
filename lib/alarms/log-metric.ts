import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type IFilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricNamespace } from '../../shared/kernel/domain/metric.ts';
import { period } from './alarm.ts';

export interface LogMetricProps {
  readonly stage: string;
  readonly logGroup: ILogGroup;
  /** Which lines count. */
  readonly filterPattern: IFilterPattern;
  readonly metricName: string;
  /** The field that is measured, such as `$.latencyMs`, which the pattern must name; lines are counted without. */
  readonly field?: string;
  /** `Sum` unless set. */
  readonly statistic?: string;
}

/** A metric in `Registry/<stage>` that CloudWatch makes of lines in a log: no function calls for it. */
export function logMetric(scope: Construct, id: string, props: LogMetricProps): Metric {
  const { stage, logGroup, filterPattern, metricName, field = '1', statistic = 'Sum' } = props;
  const filter = new MetricFilter(scope, id, {
    logGroup,
    filterPattern,
    metricNamespace: metricNamespace(stage),
    metricName,
    metricValue: field,
  });
  return filter.metric({ period, statistic });
}
