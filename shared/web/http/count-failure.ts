import { metricLine } from '../../kernel/aws/log.ts';
import { metricNamespace } from '../../kernel/domain/metric.ts';

/** The metric under which answers with 500 are counted, of each published version of a function. */
export function failureMetric(stage: string, functionName: string, version: string) {
  return {
    namespace: metricNamespace(stage),
    metricName: 'Failures',
    dimensionsMap: { Function: functionName, Version: version },
  } as const;
}

/**
 * One answer with 500, counted by CloudWatch under the version that gave it: a line in its embedded metric format.
 * Lambda's own errors don't have it, for a function that answers has not failed.
 *
 * Nothing is written where no version was published: on a laptop, and by functions that are called without an alias.
 */
export function countFailure(stage: string, now: Date): void {
  const { AWS_LAMBDA_FUNCTION_NAME: name, AWS_LAMBDA_FUNCTION_VERSION: version = '' } = process.env;
  if (name === undefined || !/^\d+$/.test(version)) return;
  const { namespace, metricName, dimensionsMap } = failureMetric(stage, name, version);
  const line = metricLine(
    { namespace, metricName, dimensions: dimensionsMap },
    { value: 1, unit: 'Count', now: now.getTime() },
  );
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
