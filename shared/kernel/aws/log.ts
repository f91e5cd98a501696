import { Logger } from '@aws-lambda-powertools/logger';
import { type Measure, metricNamespace, metrics } from '../domain/metric.ts';
import { causingCall } from '../runtime/cause.ts';

/** What a line may carry: ids, counts and names of operations; never a body, a name, an address or a key. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where operators look. `error` means that someone must act; a caller's mistake is `info`. */
export interface Log {
  info(message: string, fields: LogFields): void;
  error(message: string, fields: LogFields, cause?: unknown): void;
  /** One value of a metric: CloudWatch finds it in the line. */
  measure(measure: Measure): void;
}

/** One JSON line per call on standard output, with the id of the request that has caused it. */
export function openLog(
  service: string,
  level: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT',
  stage: string,
): Log {
  const logger = new Logger({ serviceName: service, logLevel: level });
  // Alarms look at measures, so that a stage has them however little it logs. A laptop has no alarms.
  const measures =
    stage === 'local' || level === 'SILENT'
      ? logger
      : new Logger({ serviceName: service, logLevel: 'INFO' });
  return {
    info: (message, fields) => {
      logger.info(message, withCause(fields));
    },
    error: (message, fields, cause) => {
      logger.error(message, { ...withCause(fields), ...describeCause(cause) });
    },
    measure: (measure) => {
      measures.info('measure', { ...withCause({}), ...embeddedMetric(measure, stage, Date.now()) });
    },
  };
}

/** The fields, and `requestId` where it is known which call has caused what they tell. */
export function withCause(fields: LogFields): LogFields {
  return { ...causingCall(), ...fields };
}

/**
 * Name and place of a failure. Its message stays out unless it is ours or the SDK's: a parser's message may
 * quote what a caller sent. A message of several lines would continue in the stack.
 */
export function describeCause(cause: unknown): LogFields {
  if (!(cause instanceof Error)) return {};
  const quotesInput = cause instanceof SyntaxError;
  return {
    cause: cause.name,
    ...(!quotesInput && { reason: cause.message }),
    stack: cause.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 5)
      .join('\n'),
  };
}

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
