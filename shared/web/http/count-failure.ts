import { metricLine } from '../../kernel/aws/log.ts';
import { metricNamespace } from '../../kernel/domain/metric.ts';

/** The metric that counts responses with 500, for each published version of a function. */
export function failureMetric(stage: string, functionName: string, version: string) {
  return {
    namespace: metricNamespace(stage),
    metricName: 'Failures',
    dimensionsMap: { Function: functionName, Version: version },
  } as const;
}

/**
 * One response with 500, counted by CloudWatch for the version that sent it: a line in its embedded
 * metric format. Lambda's own error metric excludes it, because a function that responds has not
 * failed.
 *
 * Nothing is written without a published version: locally, and by functions that are called without
 * an alias.
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
