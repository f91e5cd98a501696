import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';

/** A metric that Lambda reports for the function with this name. */
export function functionMetric(
  functionName: string,
  metricName: 'Duration' | 'Errors' | 'IteratorAge',
  view: MetricOptions,
): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: functionName },
    ...view,
  });
}
