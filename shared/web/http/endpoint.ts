import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Caller } from '../../access/auth/caller.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { root } from '../../kernel/deps/root.ts';
import { isRevalidated, type Route } from '../../kernel/http/route.ts';
import { causedBy } from '../../kernel/runtime/cause.ts';
import { answerReserve, DeadlineError, inTime } from '../../kernel/runtime/deadline.ts';
import { authenticate, type Identify } from '../middleware/authenticate.ts';
import { countTheCall, limitPartner, limitRate } from '../middleware/limit-rate.ts';
import { logRequest } from '../middleware/log-request.ts';
import { type Failure, mapErrors } from '../middleware/map-errors.ts';
import { parseRequest } from '../middleware/parse-request.ts';
import { refuseInMaintenance } from '../middleware/refuse-in-maintenance.ts';
import {
  type ApiContext,
  type ApiRequest,
  clientAddress,
  header,
  type RawResponse,
  type ReadHeader,
  type Run,
  requestTarget,
  withPlainParameters,
} from './request.ts';
import { effectOf } from './request-effect.ts';
import { errorResponse, json } from './response.ts';
import { revalidatedFor } from './revalidated.ts';
import { crossOriginHeaders, sandboxHeaders, secured } from './security-headers.ts';

export type ApiHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/** Wraps the logic of a route, between parsing and the response. */
export type Around<D extends CoreDeps = CoreDeps> = (
  call: {
    readonly event: APIGatewayProxyEvent;
    readonly context: ApiContext;
    readonly route: Route;
    readonly deps: D;
  },
  answer: () => Promise<APIGatewayProxyResult>,
) => Promise<APIGatewayProxyResult>;

/** Checks the caller before the request is parsed. Throws to reject the call. */
export type Screen<D extends CoreDeps> = (
  arrival: {
    readonly caller: Caller;
    readonly path: Readonly<Record<string, string | undefined>>;
    /** As in `ApiRequest`. */
    readonly clientAddress: string;
  },
  deps: D,
) => Promise<void>;

export interface EndpointOptions<D extends CoreDeps> {
  readonly screen?: Screen<D> | undefined;
  readonly identify?: Identify<D>;
  readonly around?: Around<D>;
  /** Turns a failure into the response that the caller sees: the envelope, or a page. */
  readonly present?: (failure: Failure, deps: D, header: ReadHeader) => APIGatewayProxyResult;
  /** Headers of every response, including failures. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Wraps the logic of one route as a Lambda handler.
 *
 * `before` hooks run top to bottom, `after` and `onError` hooks bottom to top: `mapErrors` turns every
 * failure into an answer, `limitRate` above it adds its headers, and `logRequest` sees the final one.
 */
export function endpoint<R extends Route, D extends CoreDeps>(
  route: R,
  run: Run<R, D>,
  resolve: () => D,
  {
    screen,
    identify,
    around = (_call, answer) => answer(),
    present = envelope,
    headers: always = {},
  }: EndpointOptions<D> = {},
): ApiHandler {
  const deps = root(resolve);
  const stack = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext>({
    // The deadline has already aborted the work's calls; this also cuts off work without calls.
    timeoutEarlyInMillis: answerReserve - 300,
    timeoutEarlyResponse: () => {
      throw new DeadlineError();
    },
  });
  stack.use(logRequest(route, deps));
  if (route.limit === 'registry') stack.use(limitRate(deps));
  stack.use(
    mapErrors(route, deps, (failure, event) =>
      present(failure, deps(), (name) => header(event, name)),
    ),
  );
  stack.use(refuseInMaintenance(route));
  stack.use(authenticate(route, deps, identify));
  if (route.limit === 'registry') stack.use(countTheCall(deps));
  if (route.limit === 'partner') stack.use(limitPartner(route, deps));
  if (screen) {
    stack.before(({ event, context }) =>
      screen(
        {
          caller: context.progress.caller,
          path: event.pathParameters ?? {},
          clientAddress: clientAddress(event, deps().trustedProxies),
        },
        deps(),
      ),
    );
  }
  stack.use(parseRequest(route));
  stack.handler((event, context) =>
    around({ event, context, route, deps: deps() }, async () => {
      const { caller, params, query, body } = context.progress;
      const { requestId } = event.requestContext;
      const headers: Record<string, string> = {};
      let status: number = route.success ?? 200;
      // The middlewares above have enforced exactly the schemas and the rule from which this type
      // is derived.
      const parsed = {
        caller,
        params,
        query,
        body,
        requestId,
        target: requestTarget(route, event),
        headersOnly: event.httpMethod === 'HEAD',
        stageVariables: event.stageVariables,
        clientAddress: clientAddress(event, deps().trustedProxies),
        header: (name) => header(event, name),
        answerHeader: (name, value) => {
          headers[name] = value;
        },
        answerAccepted: () => {
          status = 202;
        },
      } as Omit<ApiRequest<R>, 'effect'>;
      const request = { ...parsed, effect: effectOf(route, parsed) } as ApiRequest<R>;
      const answer = await run(request, deps());
      // Without a response schema the result is a RawResponse, by the type of `Run`.
      if (!route.response) return { ...(answer as RawResponse) };
      const success = json(status, answer, headers);
      return isRevalidated(route) ? revalidatedFor(route, success, request.header) : success;
    }),
  );
  // middy's type requires a context that its first middleware completes.
  const handle = stack as unknown as ApiHandler;
  // This wraps everything: middy's own signal only begins with the logic, after credentials were
  // read.
  return async (sent, context) => {
    const event = withPlainParameters(sent);
    const { requestId } = event.requestContext;
    const call = () => inTime(context, () => handle(event, context));
    const answer = await causedBy(requestId, call);
    const answered = { ...answer, headers: { ...answer.headers, ...always } };
    return finish(route, event, answered, deps().isSandbox);
  };
}

/**
 * Completes every response: security and CORS headers, the deprecation of its route, and no body
 * for HEAD (RFC 9110, section 9.3.2).
 */
function finish(
  route: Route,
  { httpMethod, path, requestContext }: APIGatewayProxyEvent,
  answer: APIGatewayProxyResult,
  isSandbox: boolean | undefined,
): APIGatewayProxyResult {
  return {
    ...answer,
    headers: {
      ...secured(answer),
      ...sandboxHeaders(isSandbox),
      ...deprecation(route, path),
      ...(route.crossOrigin && crossOriginHeaders),
      'x-request-id': requestContext.requestId,
    },
    ...(httpMethod === 'HEAD' && { body: '', isBase64Encoded: false }),
  };
}

function envelope(
  { status, message, requestId, extras }: Failure,
  deps: CoreDeps,
): APIGatewayProxyResult {
  return errorResponse(status, message, requestId, extras, deps);
}

/** When the deprecated routes were deprecated (RFC 9745): the first day of the contract's version 1.0.0. */
const deprecatedSince = Date.UTC(2026, 0, 1) / 1000;

/**
 * The headers of a deprecated route: the deprecation, and the link to its successor (RFC 9745, RFC
 * 8288).
 */
function deprecation(route: Route, path: string): Record<string, string> {
  if (route.deprecatedFor === undefined) return {};
  const names = route.path.split('/');
  const values = path.split('/');
  const successor = route.deprecatedFor
    .split('/')
    .map((part) => (part.startsWith('{') ? values[names.indexOf(part)] : part))
    .join('/');
  return {
    deprecation: `@${deprecatedSince}`,
    link: `<${successor}>; rel="successor-version"`,
  };
}
