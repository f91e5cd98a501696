import { isIP } from 'node:net';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Caller, CallerFor } from '../../access/auth/caller.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { StageVariables } from '../../kernel/domain/maintenance.ts';
import type { RateUse } from '../../kernel/domain/rate-window.ts';
import type { Form } from '../../kernel/http/form.ts';
import type { pageType, Route, Schema } from '../../kernel/http/route.ts';
import type { TrustedProxies } from '../../kernel/http/trusted-proxies.ts';

/** The parsed input; undefined if the row has no schema. */
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** A row whose logic gets the body unparsed. */
interface BytesRoute {
  readonly bodyType: 'bytes';
}

/**
 * A page's form, which includes its errors so the page can show it again. Other bodies are always
 * valid.
 */
interface PageFormRoute {
  readonly bodyType: 'form';
  readonly produces: typeof pageType;
}

/** A row whose body can be encrypted. */
interface SealableRoute {
  readonly sealable: true;
}

/** The body of such a row: JSON according to its schema, or a text that the logic decrypts. */
export type Sealable<T> =
  | { readonly kind: 'open'; readonly value: T }
  | { readonly kind: 'sealed'; readonly text: string };

type Body<R extends Route> = R extends BytesRoute
  ? Uint8Array
  : R extends PageFormRoute
    ? Form<Output<R['body']>>
    : R extends SealableRoute
      ? Sealable<Output<R['body']>>
      : Output<R['body']>;

/** What a route's logic receives: the request, parsed with the schemas of its row. */
export interface ApiRequest<R extends Route> {
  readonly params: Output<R['params']>;
  readonly query: Output<R['query']>;
  readonly body: Body<R>;
  readonly caller: CallerFor<R['auth']>;
  readonly requestId: string;
  /** For `onceEffect`, if the row records effects and the request has an `Idempotency-Key`. */
  readonly effect: Effect | null;
  /** The requested path and query, without the deployment's own path. */
  readonly target: `/${string}`;
  /** A HEAD request, which must have no effect. */
  readonly headersOnly: boolean;
  /** API Gateway's stage variables, which contain the maintenance state. */
  readonly stageVariables: StageVariables;
  /** The caller's network address, see `clientAddress`; must not be logged. */
  readonly clientAddress: string;
  /** A request header; its name in lower case. */
  header(name: string): string | undefined;
  /** Adds a header to a JSON success; its name in lower case. */
  answerHeader(name: string, value: string): void;
  /** The JSON response says that the call waits for approval. */
  answerAccepted(): void;
}

/** A response that is not JSON of the row's schema: a page, a script, a redirect. */
export interface RawResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers with several lines, such as `set-cookie`. */
  readonly multiValueHeaders?: Record<string, string[]>;
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

/** A row whose success is JSON of a schema. */
interface JsonRoute {
  readonly response: Schema;
}

/** A row that can respond in another format. */
interface AlternativeRoute {
  readonly alternative: { readonly response: Schema };
}
type Alternative<R extends Route> = R extends AlternativeRoute
  ? z.input<R['alternative']['response']>
  : never;

/** The result of a route's logic: according to its schema, or a complete response. */
export type Answer<R extends Route> = R extends JsonRoute
  ? z.input<R['response']> | Alternative<R>
  : RawResponse;

/** The logic of one route, without HTTP. */
export type Run<R extends Route, D extends CoreDeps = CoreDeps> = (
  request: ApiRequest<R>,
  deps: D,
) => Promise<Answer<R>>;

/** What the middlewares learn about a request. */
export interface Progress {
  caller: Caller;
  params: unknown;
  query: unknown;
  body: unknown;
  /** The limiter's result. The request is parsed and run in parallel. */
  use: Promise<RateUse> | null;
  /** Resolves once a partner's call is counted; rejects with the 429 at the limit. */
  admitted: Promise<void> | null;
  startedAt: number;
}

export interface ApiContext extends Context {
  /** Set by the outermost middleware, before any other runs. */
  progress: Progress;
}

export type ApiMiddleware = MiddlewareObj<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error,
  ApiContext
>;

/** Request headers, by name in lower case. */
export type ReadHeader = (name: string) => string | undefined;

/** The media type of a request in lower case, without its parameters (RFC 9110, section 8.3.1); '' if it has none. */
export function mediaType(event: Parameters<typeof header>[0]): string {
  const [type = ''] = header(event, 'content-type')?.split(';') ?? [];
  return type.trim().toLowerCase();
}

/**
 * Whether `Accept` names the media type without rejecting it by `q=0` (RFC 9110, section 12.5.1).
 */
export function namesType(accept: string | undefined, type: string): boolean {
  return (accept ?? '').split(',').some((one) => {
    const [name = '', ...parameters] = one.toLowerCase().split(';');
    const isRefused = parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
    return name.trim() === type && !isRefused;
  });
}

/** Whether a program requests the media type: a browser also names HTML. */
export function namesTypeAlone(accept: string | undefined, type: string): boolean {
  return namesType(accept, type) && !namesType(accept, 'text/html');
}

/**
 * A request header; the case of its name does not matter. API Gateway passes names on as sent. It
 * gives repeated headers in two places, one with only the last line: this joins all lines, as RFC
 * 9110, section 5.3, requires. For a header that must be sent once (a proof, a credential), the
 * joined text is invalid.
 */
export function header(
  { headers, multiValueHeaders }: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>,
  name: string,
): string | undefined {
  const lines: string[] = [];
  for (const key of Object.keys(multiValueHeaders ?? {})) {
    const isIt = key.length === name.length && key.toLowerCase() === name;
    if (isIt) lines.push(...(multiValueHeaders?.[key] ?? []));
  }
  if (lines.length > 1) return lines.join(name === 'cookie' ? '; ' : ', ');
  const exact = headers?.[name];
  if (exact !== undefined) return exact;
  for (const [key, value] of Object.entries(headers ?? {})) {
    if (key.toLowerCase() === name) return value;
  }
  return undefined;
}

type Event = Pick<APIGatewayProxyEvent, 'multiValueHeaders' | 'requestContext'>;

/** Used if the address is unknown. */
export const noAddress = 'none';

/**
 * The caller's address: the one that called API Gateway, regardless of headers. If that is a
 * trusted proxy, `X-Forwarded-For` is read from its end, where each proxy has added its caller, up
 * to the first address that is not a trusted proxy. Earlier entries can be forged.
 *
 * If the header is missing or unreadable, the proxy's own address is used: several callers are then
 * counted together, which is the safe direction. Calls without an address are also counted
 * together; API Gateway always provides one.
 */
export function clientAddress(
  { multiValueHeaders, requestContext }: Event,
  proxies: TrustedProxies | undefined,
): string {
  // A direct invocation of the function can have any event, or none.
  const { sourceIp = noAddress }: { readonly sourceIp?: string } = requestContext.identity ?? {};
  if (proxies === undefined || !proxies.has(sourceIp)) return sourceIp;
  const values = Object.entries(multiValueHeaders ?? {})
    .filter(([name]) => name.toLowerCase() === 'x-forwarded-for')
    .flatMap(([, each = []]) => each);
  const addresses = values.flatMap((value) => value.split(',')).map((part) => part.trim());
  const client = addresses.findLast((address) => !proxies.has(address)) ?? '';
  return isIP(client) > 0 ? client : sourceIp;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The event with normalized path parameters. API Gateway passes them on as sent: here they are
 * percent-decoded once (RFC 3986, section 6.2.2.2), and ids are in lower case (RFC 9562, section
 * 4). A value that can't be decoded is unchanged and matches nothing.
 */
export function withPlainParameters(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  if (event.pathParameters === null || event.pathParameters === undefined) return event;
  const plain = Object.entries(event.pathParameters).map(([name, sent = '']) => {
    const value = decoded(sent);
    return [name, uuid.test(value) ? value.toLowerCase() : value];
  });
  return { ...event, pathParameters: Object.fromEntries(plain) };
}

function decoded(sent: string): string {
  try {
    return decodeURIComponent(sent);
  } catch {
    return sent;
  }
}

/**
 * The requested path, without the deployment's own path; the same for all spellings of its
 * parameters.
 */
export function requestPath({ path }: Route, event: APIGatewayProxyEvent): `/${string}` {
  const parameters = event.pathParameters ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  // A row's path begins with a slash, which no parameter replaces.
  return filled as `/${string}`;
}

/** The requested path and query, in the form of a link within the service. */
export function requestTarget(route: Route, event: APIGatewayProxyEvent): `/${string}` {
  const sent = Object.entries(event.multiValueQueryStringParameters ?? {});
  if (sent.length === 0) return requestPath(route, event);
  const query = new URLSearchParams();
  for (const [name, values] of sent) {
    for (const value of values ?? []) query.append(name, value);
  }
  return `${requestPath(route, event)}${query.size > 0 ? `?${query}` : ''}`;
}
