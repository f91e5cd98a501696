import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { bindingLocale } from '../../kernel/domain/locale.ts';
import { maintenanceRetryAfter } from '../../kernel/domain/maintenance.ts';
import type { Form } from '../../kernel/http/form.ts';
import type { pageType, Route } from '../../kernel/http/route.ts';
import { errorPage } from '../../kernel/pages/error-page.ts';
import type { Failure } from '../middleware/map-errors.ts';
import {
  csrfCookie,
  csrfTokenOf,
  localeOfRequest,
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
  namesType,
  type RawResponse,
  type ReadHeader,
  type Run,
} from './request.ts';
import { sandboxHeaders, secured } from './security-headers.ts';
import { formIn } from './violations.ts';

/** A row that is displayed in a browser. */
export type PageRoute = Route & { readonly produces: typeof pageType };

/** What a page's logic gets in addition to the parsed request. */
export type PageRequest<R extends PageRoute> = ApiRequest<R> & {
  /** One of our cookies, by its name without a prefix. */
  cookie(name: string): string | undefined;
  /** The CSRF token for every form in the response. */
  csrfToken(): string;
};

/** The logic of a page. Any form that reaches it was sent from one of our pages. */
export type PageRun<R extends PageRoute, D extends ServiceDeps = ServiceDeps> = (
  request: PageRequest<R>,
  deps: D,
) => Promise<RawResponse>;

/** A page's visitor, before its logic runs. */
interface Arrival<Sent> {
  readonly route: PageRoute;
  readonly request: Sent & Pick<ApiRequest<PageRoute>, 'headersOnly' | 'target'>;
  cookie(name: string): string | undefined;
  /** Throws 403 for a form without this token. */
  checkForm(token: string | null): void;
}

/** The visitor can see the page, or gets the response instead of it. */
type Entered<More> =
  | {
      readonly more: More;
      csrfToken(): string;
      /** Completes a response that contains a form. */
      sealed?(answer: RawResponse): RawResponse;
    }
  | { readonly answer: RawResponse };

/**
 * Who can see a page, and what its logic receives about them: see `signedIn()` and `forStaff()`.
 */
export interface PageEntry<Sent, D extends ServiceDeps, More> {
  readonly name: 'session' | 'staff';
  enter(arrival: Arrival<Sent>, deps: D): Promise<Entered<More>>;
}

/**
 * Binds a row to its page. Failures are pages, and a form is rejected unless it has the CSRF token
 * of this browser, or of the session if the entry requires one (403).
 */
export function pageOperation<R extends PageRoute, D extends ServiceDeps, More = unknown>(
  route: R,
  run: (request: PageRequest<R> & More, deps: D) => Promise<RawResponse>,
  entry?: PageEntry<ApiRequest<R>, D, More>,
): Operation<D> {
  const runPage = async (request: ApiRequest<R>, deps: D): Promise<RawResponse> => {
    const { baseUrl } = deps;
    const cookie = (name: string) => readCookie(request.header('cookie'), baseUrl, name);
    const checkForm = (token: string | null) => {
      if (route.bodyType !== 'form') return;
      // The parser turns every body of such a row into a `Form`.
      const { values } = request.body as Form<unknown>;
      verifyForm(values, token, baseUrl, request.header);
    };
    const arrival = { route, request, cookie, checkForm };
    // Without an entry nothing else is required.
    const entered = entry
      ? await entry.enter(arrival, deps)
      : (enterAnonymously(arrival, deps) as Entered<More>);
    if ('answer' in entered) return entered.answer;
    const { more, csrfToken, sealed = (answer) => answer } = entered;
    const body = bodySpokenTo(route, request, deps);
    return sealed(
      await run(
        { ...request, body, ...more, cookie, csrfToken },
        spokenTo(request, deps, entry?.name),
      ),
    );
  };
  return {
    route,
    bound: entry ? ['page', entry.name] : ['page'],
    // Pages have no response schema, so their result is a `RawResponse`.
    handler: (deps) => endpoint(route, runPage as Run<R, D>, deps, { present: failurePage }),
  };
}

/** Everyone: the CSRF token is that of the browser, which gets it with its first form. */
function enterAnonymously(
  { cookie, checkForm }: Pick<Arrival<unknown>, 'cookie' | 'checkForm'>,
  { baseUrl, random }: ServiceDeps,
): Entered<object> {
  const known = csrfTokenOf(cookie(csrfCookie));
  checkForm(known);
  let made: string | null = null;
  return {
    more: {},
    csrfToken: () => {
      made ??= known ?? newCsrfToken(random);
      return made;
    },
    sealed: (answer) =>
      made === null || made === known
        ? answer
        : withCookie(answer, writeCookie(baseUrl, csrfCookie, made)),
  };
}

/** A response with an additional cookie. */
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

/** Adds the page's language and location to its site, and whether changes are refused now. */
function spokenTo<D extends ServiceDeps>(
  {
    header,
    target,
    stageVariables,
  }: Pick<ApiRequest<Route>, 'header' | 'target' | 'stageVariables'>,
  deps: D,
  entry: 'session' | 'staff' | undefined,
): D {
  const isMaintained = maintenanceRetryAfter(stageVariables) !== null;
  // Pages for staff exist only in English.
  const locale = entry === 'staff' ? bindingLocale : localeOfRequest(header, deps.baseUrl);
  return { ...deps, locale, here: target, isMaintained };
}

/** The submitted data; form errors are in the language of the page. */
function bodySpokenTo<R extends PageRoute>(
  route: R,
  { header, body }: Pick<ApiRequest<R>, 'header' | 'body'>,
  { baseUrl }: ServiceDeps,
): ApiRequest<R>['body'] {
  if (route.bodyType !== 'form') return body;
  // The parser turns every body of such a row into a `Form`, and this one has the same type.
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
 * One Lambda handler for the rows of page paths. For an unknown path, browsers get a page instead
 * of JSON.
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

/** The 404 page for browsers, with the usual navigation. */
function noSuchPage(event: APIGatewayProxyEvent, deps: ServiceDeps): APIGatewayProxyResult {
  const { status, error, code } = gatewayAnswers.MISSING_AUTHENTICATION_TOKEN;
  const { requestId } = event.requestContext;
  const failure = { status, message: error, requestId, extras: { code } };
  const answer = failurePage(failure, deps, (name) => header(event, name));
  return {
    ...answer,
    headers: { ...secured(answer), ...sandboxHeaders(deps.isSandbox), 'x-request-id': requestId },
    ...(event.httpMethod === 'HEAD' && { body: '' }),
  };
}
