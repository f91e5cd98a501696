import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { CoreDeps } from '../kernel/deps/core.ts';
import { routeMatcher } from '../kernel/http/match-route.ts';
import { below } from '../kernel/http/page-paths.ts';
import type { ApiHandler } from './endpoint.ts';
import { gatewayAnswers, gatewayHeaders } from './gateway-answers.ts';
import { type Operation, operations } from './operations.ts';

/**
 * One Lambda handler for the rows of page paths (`shared/kernel/http/page-paths.ts`): API Gateway calls it for every
 * path and method there. It finds the row as API Gateway would, and answers as API Gateway would where there is none.
 */
export function pageFunction<D extends CoreDeps>(
  rows: readonly Operation<D>[],
  resolve: () => D,
): ApiHandler {
  const handler = operations(rows, resolve);
  const known = new Set(rows.map(({ route }) => `${route.method} ${route.path}`));
  const match = routeMatcher(rows.map(({ route }) => route));
  return async (event, context) => {
    const method = event.httpMethod === 'HEAD' ? 'GET' : event.httpMethod;
    // At the page path itself, in rows that are no pages, and as the API of version 0.1.0 calls while it is updated.
    if (known.has(`${method} ${event.resource}`)) return handler(event, context);
    const found = match(method, pathOf(event));
    if (found === null) return notThere(event);
    const { route, parameters } = found;
    const pathParameters = Object.keys(parameters).length > 0 ? { ...parameters } : null;
    return handler({ ...event, resource: route.path, pathParameters }, context);
  };
}

/**
 * The path that was called, percent-encoded as it came, from what API Gateway has found: `event.path` would begin with
 * the base path of a domain that has one.
 */
function pathOf({ resource, pathParameters }: APIGatewayProxyEvent): string {
  if (!resource.endsWith(below)) return resource;
  return `${resource.slice(0, -below.length)}/${pathParameters?.['proxy'] ?? ''}`;
}

/** What API Gateway itself answers to a path or method that it does not know. */
function notThere({ httpMethod, requestContext }: APIGatewayProxyEvent): APIGatewayProxyResult {
  const { status, error } = gatewayAnswers.MISSING_AUTHENTICATION_TOKEN;
  const { requestId } = requestContext;
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json', ...gatewayHeaders, 'x-request-id': requestId },
    body: httpMethod === 'HEAD' ? '' : JSON.stringify({ error, requestId }),
  };
}
