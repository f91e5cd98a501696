import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { ApiHandler } from './endpoint.ts';
import { gatewayAnswers } from './gateway-answers.ts';
import { header, namesType } from './header.ts';
import type { Operation } from './operations.ts';
import { failurePage } from './page-endpoint.ts';
import { pathFunction } from './path-function.ts';
import { sandboxHeaders, secured } from './security-headers.ts';

/**
 * One Lambda handler for the rows of page paths. Where nothing is at the path and a browser asks, it answers with a page:
 * somebody has followed a link, and reads no JSON.
 */
export function pageFunction<D extends ServiceDeps>(
  rows: readonly Operation<D>[],
  resolve: () => D,
): ApiHandler {
  return pathFunction(rows, resolve, (event, deps) =>
    wantsPage(event) ? noSuchPage(event, deps) : null,
  );
}

function wantsPage(event: APIGatewayProxyEvent): boolean {
  return namesType(header(event, 'accept'), 'text/html');
}

/** To a browser: that nothing is here, with the ways on that every page has. */
function noSuchPage(event: APIGatewayProxyEvent, deps: ServiceDeps): APIGatewayProxyResult {
  const { status, error } = gatewayAnswers.MISSING_AUTHENTICATION_TOKEN;
  const { requestId } = event.requestContext;
  const failure = { status, message: error, requestId, extras: {} };
  const answer = failurePage(failure, deps, (name) => header(event, name));
  return {
    ...answer,
    headers: { ...secured(answer), ...sandboxHeaders(deps.isSandbox) },
    ...(event.httpMethod === 'HEAD' && { body: '' }),
  };
}
