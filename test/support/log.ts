import {
  embeddedMetric,
  type Log,
  type LogFields,
  withCause,
} from '../../shared/kernel/aws/log.ts';

export interface LogLine {
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly fields: LogFields;
  readonly cause: unknown;
}

export type EmbeddedMetric = ReturnType<typeof embeddedMetric>;

/** A log that keeps its lines and metrics, for tests to read. */
export function keptLog(
  stage = 'test',
): Log & { readonly lines: LogLine[]; readonly measures: EmbeddedMetric[] } {
  const lines: LogLine[] = [];
  const measures: EmbeddedMetric[] = [];
  return {
    lines,
    measures,
    measure: (measure) => {
      measures.push(embeddedMetric(measure, stage, Date.now()));
    },
    info: (message, fields) => {
      lines.push({ level: 'info', message, fields: withCause(fields), cause: undefined });
    },
    error: (message, fields, cause) => {
      lines.push({ level: 'error', message, fields: withCause(fields), cause });
    },
  };
}
