import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { Form } from '../../kernel/http/form.ts';
import type { pageType, Route } from '../../kernel/http/route.ts';
import { errorPage } from '../../kernel/pages/error-page.ts';
import type { Failure } from '../middleware/map-errors.ts';
import {
  csrfCookie,
  csrfTokenOf,
  newCsrfToken,
  readCookie,
  verifyForm,
  writeCookie,
} from './cookies.ts';
import { type ApiHandler, endpoint } from './endpoint.ts';
import { gatewayAnswers } from './gateway-answers.ts';
import { page } from './page.ts';
import { type Operation, pathFunction } from './path-function.ts';
import {
  type ApiRequest,
  header,
  localeOfRequest,
  namesType,
  type RawResponse,
  type ReadHeader,
  type Run,
} from './request.ts';
import { sandboxHeaders, secured } from './security-headers.ts';
import { formIn } from './violations.ts';

/** A row that is shown in a browser. */
export type PageRoute = Route & { readonly produces: typeof pageType };

/** What the logic of a page gets beside the parsed request. */
export type PageRequest<R extends PageRoute> = ApiRequest<R> & {
  /** One of our cookies, by its name without a prefix. */
  cookie(name: string): string | undefined;
  /** The value of the hidden field that every form of the answer must have. */
  csrfToken(): string;
};

/** The logic of a page. A form that arrives there was sent from one of our pages. */
export type PageRun<R extends PageRoute, D extends ServiceDeps = ServiceDeps> = (
  request: PageRequest<R>,
  deps: D,
) => Promise<RawResponse>;

/**
 * `endpoint()` for a page: failures are pages, and a form is refused unless it carries the token of this
 * browser (403).
 */
function pageEndpoint<R extends PageRoute, D extends ServiceDeps>(
  route: R,
  run: PageRun<R, D>,
  resolve: () => D,
): ApiHandler {
  const runPage = async (request: ApiRequest<R>, deps: D): Promise<RawResponse> => {
    const { baseUrl } = deps;
    const cookie = (name: string) => readCookie(request.header('cookie'), baseUrl, name);
    const known = csrfTokenOf(cookie(csrfCookie));
    if (route.bodyType === 'form') {
      // The parser makes a `Form` of every body of such a row.
      const { values } = request.body as Form<unknown>;
      verifyForm(values, known, baseUrl, request.header);
    }
    let made: string | null = null;
    const csrfToken = () => {
      made ??= known ?? newCsrfToken(deps.random);
      return made;
    };
    const spoken = { ...request, body: bodySpokenTo(route, request, deps) };
    const answer = await run({ ...spoken, cookie, csrfToken }, spokenTo(request, deps));
    return made === null || made === known
      ? answer
      : withCookie(answer, writeCookie(baseUrl, csrfCookie, made));
  };
  // Pages have no response schema, so that their answer is a `RawResponse`.
  return endpoint(route, runPage as Run<R, D>, resolve, { present: failurePage });
}

/** Binds a row to its page, for a function that serves several: see operations.ts. */
export function pageOperation<R extends PageRoute, D extends ServiceDeps>(
  route: R,
  run: PageRun<R, D>,
): Operation<D> {
  return { route, bound: ['page'], handler: (deps) => pageEndpoint(route, run, deps) };
}

/** An answer that sets a cookie, beside those that it sets already. */
export function withCookie(answer: RawResponse, cookie: string): RawResponse {
  const { multiValueHeaders = {} } = answer;
  return {
    ...answer,
    multiValueHeaders: {
      ...multiValueHeaders,
      'set-cookie': [...(multiValueHeaders['set-cookie'] ?? []), cookie],
    },
  };
}

/** What a page is given, with the language in which it must be shown, and where it is. */
export function spokenTo<D extends ServiceDeps>(
  { header, target }: Pick<ApiRequest<Route>, 'header' | 'target'>,
  deps: D,
): D {
  return { ...deps, locale: localeOfRequest(header, deps.baseUrl), here: target };
}

/** What was sent; the complaints about a form are in the language in which its page is shown. */
export function bodySpokenTo<R extends PageRoute>(
  route: R,
  { header, body }: Pick<ApiRequest<R>, 'header' | 'body'>,
  { baseUrl }: ServiceDeps,
): ApiRequest<R>['body'] {
  if (route.bodyType !== 'form') return body;
  // The parser makes a `Form` of every body of such a row, and this one is of the same type.
  const form = formIn(localeOfRequest(header, baseUrl), body as Form<unknown>);
  return form as ApiRequest<R>['body'];
}

/** A failure as a page, in the language of the request. */
export function failurePage(
  failure: Failure,
  deps: ServiceDeps,
  header: ReadHeader,
): APIGatewayProxyResult {
  const site = { ...deps, locale: localeOfRequest(header, deps.baseUrl) };
  const { statusCode, headers, body } = page(failure.status, errorPage(site, failure));
  return { statusCode, headers: { ...headers, ...failure.extras.headers }, body };
}

/**
 * One Lambda handler for the rows of page paths. Where nothing is at the path and a browser asks, it answers with a page:
 * someone has followed a link, and reads no JSON.
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
  const { status, error, code } = gatewayAnswers.MISSING_AUTHENTICATION_TOKEN;
  const { requestId } = event.requestContext;
  const failure = { status, message: error, requestId, extras: { code } };
  const answer = failurePage(failure, deps, (name) => header(event, name));
  return {
    ...answer,
    headers: { ...secured(answer), ...sandboxHeaders(deps.isSandbox) },
    ...(event.httpMethod === 'HEAD' && { body: '' }),
  };
}
