import { type Measure, metricNamespace, metrics } from '../domain/metric.ts';
import { causingCall } from '../runtime/cause.ts';

/** The content of a log line: ids, counts and names of operations; never a body, a name, an address or a key. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The operators' log. `error` means that someone must act; a caller's mistake is `info`. */
export interface Log {
  info(message: string, fields: LogFields): void;
  error(message: string, fields: LogFields, cause?: unknown): void;
  /** Logs one metric value; CloudWatch extracts it from the line. */
  measure(measure: Measure): void;
}

const levels = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'] as const;

/** One JSON line per call on standard output, with the id of the request that caused it. */
export function openLog(
  service: string,
  level: (typeof levels)[number],
  stage: string,
  output: { write(text: string): unknown } = process.stdout,
): Log {
  const shows = (of: 'INFO' | 'ERROR') => levels.indexOf(of) >= levels.indexOf(level);
  // Alarms depend on these metrics, so a stage emits them at any log level except SILENT. A local
  // server has no alarms.
  const measures = stage === 'local' ? shows('INFO') : level !== 'SILENT';
  // The fields can't replace those of the line: alarms and queries use their names.
  const write = (lineLevel: 'INFO' | 'ERROR', message: string, fields: object) => {
    const line = { level: lineLevel, message, timestamp: new Date().toISOString(), service };
    output.write(`${JSON.stringify({ ...line, ...withoutEmpty(fields), ...line })}\n`);
  };
  return {
    info: (message, fields) => {
      if (shows('INFO')) write('INFO', message, withCause(fields));
    },
    error: (message, fields, cause) => {
      if (shows('ERROR'))
        write('ERROR', message, { ...withCause(fields), ...describeCause(cause) });
    },
    measure: (measure) => {
      if (!measures) return;
      write('INFO', 'measure', { ...withCause({}), ...embeddedMetric(measure, stage, Date.now()) });
    },
  };
}

function withoutEmpty(fields: object): object {
  const filled: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value: unknown = Reflect.get(fields, name);
    if (value !== null && value !== '') filled[name] = value;
  }
  return filled;
}

/** The fields, with `requestId` if the request that caused the call is known. */
export function withCause(fields: LogFields): LogFields {
  return { ...causingCall(), ...fields };
}

/**
 * The name and stack of an error. Its message is left out unless it is ours or the SDK's, because a
 * parser's message may quote a caller's input. A multi-line message would continue in the stack.
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

/** A metric with its CloudWatch name. */
export interface NamedMetric {
  readonly namespace: string;
  readonly metricName: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/**
 * The fields of a log line from which CloudWatch extracts a metric (embedded metric format),
 * without an API call. `now` is in Unix milliseconds. See
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
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

/** The same for one of the service's metrics. */
export function embeddedMetric({ metric, value, dimensions }: Measure, stage: string, now: number) {
  const { unit } = metrics[metric];
  const named = {
    namespace: metricNamespace(stage),
    metricName: metric,
    dimensions: { ...dimensions },
  };
  return metricLine(named, { value, unit, now });
}
