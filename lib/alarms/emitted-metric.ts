import type { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type Measure, metricNamespace } from '../../shared/kernel/domain/metric.ts';
import { period as fiveMinutes } from './alarm.ts';

/** A metric that functions emit, with the dimensions to select. */
export type Emitted = Measure extends infer M
  ? M extends Measure
    ? Omit<M, 'value'>
    : never
  : never;

export interface MetricView {
  /** `Sum` unless set. */
  readonly statistic?: string;
  /** Five minutes unless set. */
  readonly period?: Duration;
  readonly label?: string;
}

/** A metric that functions of the stage emit, as an alarm or dashboard uses it. */
export function emittedMetric(
  stage: string,
  { metric, dimensions }: Emitted,
  view: MetricView = {},
): Metric {
  return stageMetric(stage, metric, { ...view, ...(dimensions && { dimensions }) });
}

/** Any metric of the stage by name, for example one that CloudWatch extracts from logs. */
export function stageMetric(
  stage: string,
  metricName: string,
  {
    statistic = 'Sum',
    period = fiveMinutes,
    label,
    dimensions = {},
  }: MetricView & { readonly dimensions?: Readonly<Record<string, string>> } = {},
): Metric {
  return new Metric({
    namespace: metricNamespace(stage),
    metricName,
    dimensionsMap: { ...dimensions },
    statistic,
    period,
    ...(label !== undefined && { label }),
  });
}
