import { type Measure, metricNamespace, metrics } from '../domain/metric.ts';

/** A metric as CloudWatch knows it. */
export interface NamedMetric {
  readonly namespace: string;
  readonly metricName: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/**
 * The fields of a log line of which CloudWatch makes a metric by itself, in its embedded metric format: no call is
 * made. `now` in Unix milliseconds.
 * See https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function metricLine(
  { namespace, metricName, dimensions }: NamedMetric,
  { value, unit, now }: { readonly value: number; readonly unit: string; readonly now: number },
) {
  return {
    ...dimensions,
    [metricName]: value,
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [Object.keys(dimensions)],
          Metrics: [{ Name: metricName, Unit: unit }],
        },
      ],
    },
  };
}

/** The same of one of the service's own metrics. */
export function embeddedMetric({ metric, value, dimensions }: Measure, stage: string, now: number) {
  const { unit } = metrics[metric];
  const named = {
    namespace: metricNamespace(stage),
    metricName: metric,
    dimensions: { ...dimensions },
  };
  return metricLine(named, { value, unit, now });
}
