import { Logger } from '@aws-lambda-powertools/logger';

/** What a line may carry: ids, counts and names of operations; never a body, a name, an address or a key. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where operators look. `error` means that somebody must act; a caller's mistake is `info`. */
export interface Log {
  info(message: string, fields: LogFields): void;
  error(message: string, fields: LogFields, cause?: unknown): void;
}

/** One JSON line per call on standard output. */
export function openLog(
  service: string,
  level: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT',
): Log {
  const logger = new Logger({ serviceName: service, logLevel: level });
  return {
    info: (message, fields) => {
      logger.info(message, { ...fields });
    },
    error: (message, fields, cause) => {
      logger.error(message, { ...fields, ...describeCause(cause) });
    },
  };
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
