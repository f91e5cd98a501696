import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { root } from '../../kernel/deps/root.ts';
import { below, routeMatcher } from '../../kernel/http/page-paths.ts';
import type { Route } from '../../kernel/http/route.ts';
import { type ApiHandler, type EndpointOptions, endpoint } from './endpoint.ts';
import { gatewayAnswers, gatewayBody, gatewayHeaders } from './gateway-answers.ts';
import type { Run } from './request.ts';
import { sandboxHeaders } from './security-headers.ts';

/**
 * One Lambda handler for rows whose paths API Gateway sends to it entirely
 * (`shared/kernel/http/operator-paths.ts`): it is called for every path and method there and finds
 * the row as API Gateway would. For unknown paths it answers like API Gateway, unless `nowhere` has
 * another response.
 */
export function pathFunction<D extends CoreDeps>(
  rows: readonly Operation<D>[],
  resolve: () => D,
  nowhere: (event: APIGatewayProxyEvent, deps: D) => APIGatewayProxyResult | null = () => null,
): ApiHandler {
  const handler = operations(rows, resolve);
  const deps = root(resolve);
  const known = new Set(rows.map(({ route }) => `${route.method} ${route.path}`));
  const match = routeMatcher(rows.map(({ route }) => route));
  const methods = [...new Set(rows.map(({ route }) => route.method))];
  return async (event, context) => {
    const method = event.httpMethod === 'HEAD' ? 'GET' : event.httpMethod;
    // At the path itself, for rows that have one.
    if (known.has(`${method} ${event.resource}`)) return handler(event, context);
    const path = pathOf(event);
    const found = match(method, path);
    if (found === null) {
      const isPlace = methods.some((each) => match(each, path) !== null);
      const other = isPlace ? null : nowhere(event, deps());
      return other ?? notThere(event, deps().isSandbox);
    }
    const { route, parameters } = found;
    const pathParameters = Object.keys(parameters).length > 0 ? { ...parameters } : null;
    return handler({ ...event, resource: route.path, pathParameters }, context);
  };
}

/**
 * The requested path, percent-encoded as sent, from API Gateway's match: `event.path` would begin
 * with the base path of a custom domain.
 */
function pathOf({ resource, pathParameters }: APIGatewayProxyEvent): string {
  const path = resource.endsWith(below) ? `${resource.slice(0, -below.length)}/{proxy}` : resource;
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => pathParameters?.[name] ?? '');
}

/** API Gateway's own response for an unknown path or method. */
function notThere(
  { httpMethod, requestContext }: APIGatewayProxyEvent,
  isSandbox: boolean | undefined,
): APIGatewayProxyResult {
  const answer = gatewayAnswers.MISSING_AUTHENTICATION_TOKEN;
  const { requestId } = requestContext;
  return {
    statusCode: answer.status,
    headers: {
      'content-type': 'application/json',
      ...gatewayHeaders,
      ...sandboxHeaders(isSandbox),
      'x-request-id': requestId,
    },
    body: httpMethod === 'HEAD' ? '' : gatewayBody(answer, requestId),
  };
}

/** A row with its logic, for a function that serves several rows. */
export interface Operation<D extends CoreDeps = CoreDeps> {
  readonly route: Route;
  /**
   * Its other bindings, such as `identify`: operations with equal bindings differ only in their
   * logic.
   */
  readonly bound: readonly string[];
  handler(deps: () => D): ApiHandler;
}

type PlainRoute = Route & { readonly idempotent?: 'effect' };
type KeepingRoute = Route & { readonly idempotent: 'answer' | 'answer-or-effect' };

/** The options of a row that stores the responses to its requests: see `storedAnswers()`. */
export interface KeepingOptions<D extends CoreDeps> extends EndpointOptions<D> {
  readonly keepsAnswers: true;
}

/**
 * Binds a row to its logic. The types of the pair are checked here; a list of operations only needs
 * the row.
 *
 * Some options are created in separate files, so other functions don't bundle their code:
 * `storedAnswers()`, `byAccessToken`, `oauthAnswers()`, `compressed`.
 */
export function operation<R extends PlainRoute, D extends CoreDeps>(
  route: R,
  run: Run<R, D>,
  options?: EndpointOptions<D> & { readonly keepsAnswers?: never },
): Operation<D>;
export function operation<R extends KeepingRoute, D extends CoreDeps>(
  route: R,
  run: Run<R, D>,
  options: KeepingOptions<D>,
): Operation<D>;
export function operation<R extends Route, D extends CoreDeps>(
  route: R,
  run: Run<R, D>,
  options: EndpointOptions<D> = {},
): Operation<D> {
  return {
    route,
    bound: Object.keys(options).toSorted(),
    handler: (deps) => endpoint(route, run, deps, options),
  };
}

/**
 * One Lambda handler for several related rows that API Gateway routes: a function for each would
 * slow down deployments more than it helps.
 */
export function operations<D extends CoreDeps>(
  rows: readonly Operation<D>[],
  resolve: () => D,
): ApiHandler {
  const deps = root(resolve);
  const known = new Map(rows.map((row) => [`${row.route.method} ${row.route.path}`, row]));
  const handlers = new Map<Operation<D>, ApiHandler>();
  return async (event, context) => {
    const method = event.httpMethod === 'HEAD' ? 'GET' : event.httpMethod;
    const row = known.get(`${method} ${event.resource}`);
    if (row === undefined) throw new Error(`no operation for ${event.httpMethod} here`);
    // Created on first use, because a call needs only one of up to forty.
    const handler = handlers.get(row) ?? row.handler(deps);
    handlers.set(row, handler);
    return handler(event, context);
  };
}
