import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { isContended, isTableBusy, isUnanswered } from '../../kernel/db/table-error.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { ApiError, type ErrorExtras } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Route } from '../../kernel/http/route.ts';
import { countFailure } from '../http/count-failure.ts';
import type { ApiMiddleware } from '../http/request.ts';

/** The part of a failure that the caller sees. */
export interface Failure {
  readonly status: number;
  readonly message: string;
  readonly requestId: string;
  readonly extras: ErrorExtras;
}

/**
 * The only place where an exception becomes a response. A busy table is a 503, or a 409 for
 * transaction conflicts. An AWS service that does not respond is also a 503, and counted as a
 * failure. Anything else that is not an `ApiError` is a 500.
 *
 * `present` writes the response: as JSON, or as a page for browsers.
 */
export function mapErrors(
  route: Route,
  deps: () => CoreDeps,
  present: (failure: Failure, event: APIGatewayProxyEvent) => APIGatewayProxyResult,
): ApiMiddleware {
  return {
    onError: (request) => {
      const { error, event } = request;
      const { requestId } = event.requestContext;
      if (error instanceof ApiError) {
        const { status, message, extras } = error;
        request.response = present({ status, message, requestId, extras }, event);
        return;
      }
      const { operationId } = route;
      if (isTableBusy(error)) {
        deps().log.error('the table is busy', { requestId, operationId }, error);
        const contended = isContended(error) && route.method !== 'GET';
        const { status, message, extras } = contended ? apiErrors.contended() : apiErrors.busy();
        request.response = present({ status, message, requestId, extras }, event);
        return;
      }
      const { log, stage, now } = deps();
      log.error('unexpected failure', { requestId, operationId }, error);
      countFailure(stage, now());
      const { status, message, extras } = isUnanswered(error)
        ? apiErrors.busy()
        : apiErrors.internalError();
      request.response = present({ status, message, requestId, extras }, event);
    },
  };
}
