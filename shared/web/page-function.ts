import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { root } from '../kernel/deps/root.ts';
import type { ServiceDeps } from '../kernel/deps/service.ts';
import { routeMatcher } from '../kernel/http/match-route.ts';
import { below } from '../kernel/http/page-paths.ts';
import type { ApiHandler } from './endpoint.ts';
import { gatewayAnswers, gatewayHeaders } from './gateway-answers.ts';
import { header } from './header.ts';
import { type Operation, operations } from './operations.ts';
import { failurePage } from './page-endpoint.ts';
import { sandboxHeaders, secured } from './security-headers.ts';

/**
 * One Lambda handler for the rows of page paths (`shared/kernel/http/page-paths.ts`): API Gateway calls it for every
 * path and method there. It finds the row as API Gateway would. Where there is none it answers as API Gateway would, or
 * with a page where nothing is at the path and a browser asks: somebody has followed a link, and reads no JSON.
 */
export function pageFunction<D extends ServiceDeps>(
  rows: readonly Operation<D>[],
  resolve: () => D,
): ApiHandler {
  const handler = operations(rows, resolve);
  const deps = root(resolve);
  const known = new Set(rows.map(({ route }) => `${route.method} ${route.path}`));
  const match = routeMatcher(rows.map(({ route }) => route));
  const methods = [...new Set(rows.map(({ route }) => route.method))];
  return async (event, context) => {
    const method = event.httpMethod === 'HEAD' ? 'GET' : event.httpMethod;
    // At the page path itself, in rows that are no pages, and as the API of version 0.1.0 calls while it is updated.
    if (known.has(`${method} ${event.resource}`)) return handler(event, context);
    const path = pathOf(event);
    const found = match(method, path);
    if (found === null) {
      const isPlace = methods.some((each) => match(each, path) !== null);
      return !isPlace && wantsPage(event)
        ? noSuchPage(event, deps())
        : notThere(event, deps().isSandbox);
    }
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

function wantsPage(event: APIGatewayProxyEvent): boolean {
  return /text\/html/i.test(header(event, 'accept') ?? '');
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

/** What API Gateway itself answers to a path or method that it does not know. */
function notThere(
  { httpMethod, requestContext }: APIGatewayProxyEvent,
  isSandbox: boolean | undefined,
): APIGatewayProxyResult {
  const { status, error } = gatewayAnswers.MISSING_AUTHENTICATION_TOKEN;
  const { requestId } = requestContext;
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json',
      ...gatewayHeaders,
      ...sandboxHeaders(isSandbox),
      'x-request-id': requestId,
    },
    body: httpMethod === 'HEAD' ? '' : JSON.stringify({ error, requestId }),
  };
}
