import { Logger } from '@aws-lambda-powertools/logger';
import { causingRequest } from '../cause.ts';

/** What a line may carry: ids, counts and names of operations; never a body, a name, an address or a key. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where operators look. `error` means that somebody must act; a caller's mistake is `info`. */
export interface Log {
  info(message: string, fields: LogFields): void;
  error(message: string, fields: LogFields, cause?: unknown): void;
}

/** One JSON line per call on standard output, with the id of the request that has caused it. */
export function openLog(
  service: string,
  level: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT',
): Log {
  const logger = new Logger({ serviceName: service, logLevel: level });
  return {
    info: (message, fields) => {
      logger.info(message, withCause(fields));
    },
    error: (message, fields, cause) => {
      logger.error(message, { ...withCause(fields), ...describeCause(cause) });
    },
  };
}

/** The fields, and `requestId` where it is known which call has caused what they tell. */
export function withCause(fields: LogFields): LogFields {
  const requestId = causingRequest();
  return requestId === undefined ? { ...fields } : { requestId, ...fields };
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
