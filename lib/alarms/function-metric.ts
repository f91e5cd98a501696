import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';

/** What Lambda measures of the function with this name in the account. */
export function functionMetric(
  functionName: string,
  metricName: 'Duration' | 'Errors' | 'IteratorAge',
  look: MetricOptions,
): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: functionName },
    ...look,
  });
}
