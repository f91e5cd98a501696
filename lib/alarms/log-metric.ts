import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type IFilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricNamespace } from '../../shared/kernel/domain/metric.ts';
import { period } from './alarm.ts';

export interface LogMetricProps {
  readonly stage: string;
  readonly logGroup: ILogGroup;
  /** The lines that the metric uses. */
  readonly filterPattern: IFilterPattern;
  readonly metricName: string;
  /** The field to measure, such as `$.latencyMs`; the pattern must name it. Without it, lines are counted. */
  readonly field?: string;
  /** `Sum` unless set. */
  readonly statistic?: string;
}

/** A metric in `Registry/<stage>` that CloudWatch extracts from a log, so no function has to report it. */
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
