import { type Log, type LogFields, withCause } from '../../shared/kernel/aws/log.ts';

export interface LogLine {
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly fields: LogFields;
  readonly cause: unknown;
}

/** A log that keeps its lines, for tests to read. */
export function keptLog(): Log & { readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  return {
    lines,
    info: (message, fields) => {
      lines.push({ level: 'info', message, fields: withCause(fields), cause: undefined });
    },
    error: (message, fields, cause) => {
      lines.push({ level: 'error', message, fields: withCause(fields), cause });
    },
  };
}
