import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Caller, CallerFor } from '../../access/auth/caller.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { RateUse } from '../../kernel/domain/rate-window.ts';
import type { Form } from '../../kernel/http/form.ts';
import type { pageType, Route, Schema } from '../../kernel/http/route.ts';

/** What a schema makes of what was sent; undefined where the row has none. */
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** A row whose body reaches the logic as it came. */
interface BytesRoute {
  readonly bodyType: 'bytes';
}

/** A page's form, which comes with what is wrong with it: the page shows it again. Other bodies are valid. */
interface PageFormRoute {
  readonly bodyType: 'form';
  readonly produces: typeof pageType;
}

/** A row whose body may come encrypted. */
interface SealableRoute {
  readonly sealable: true;
}

/** What came to such a row: JSON as its schema has it, or a text that the logic has to open. */
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

/** What the logic of a route gets: the parsed request, by exactly the schemas of its row. */
export interface ApiRequest<R extends Route> {
  readonly params: Output<R['params']>;
  readonly query: Output<R['query']>;
  readonly body: Body<R>;
  readonly caller: CallerFor<R['auth']>;
  readonly requestId: string;
  /** Where the row notes effects and the request has an `Idempotency-Key`: what `onceEffect` carries out once. */
  readonly effect: Effect | null;
  /** Path and query that were asked for, without the deployment's own path. */
  readonly target: `/${string}`;
  /** Only the headers are asked for (HEAD): it must have no effect. */
  readonly headersOnly: boolean;
  /** Network address of the caller, see client-address.ts; not to be logged. */
  readonly clientAddress: string;
  /** A header of the request; its name in lower case. */
  header(name: string): string | undefined;
  /** Gives the JSON of a success another header; its name in lower case. */
  answerHeader(name: string, value: string): void;
  /** The JSON of the answer says that nothing was done yet. */
  answerAccepted(): void;
}

/** An answer that is not JSON of the row's schema: a page, a script, a redirect. */
export interface RawResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that are sent more than once, such as `set-cookie`. */
  readonly multiValueHeaders?: Record<string, string[]>;
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

/** A row whose success is JSON of a schema. */
interface JsonRoute {
  readonly response: Schema;
}

/** A row that can answer in another form. */
interface AlternativeRoute {
  readonly alternative: { readonly response: Schema };
}
type Alternative<R extends Route> = R extends AlternativeRoute
  ? z.input<R['alternative']['response']>
  : never;

/** What the logic of a route answers: what its schema takes, or an answer of its own making. */
export type Answer<R extends Route> = R extends JsonRoute
  ? z.input<R['response']> | Alternative<R>
  : RawResponse;

/** The logic of one route, without HTTP. */
export type Run<R extends Route, D extends CoreDeps = CoreDeps> = (
  request: ApiRequest<R>,
  deps: D,
) => Promise<Answer<R>>;

/** What the middlewares learn on a request's way. */
export interface Progress {
  caller: Caller;
  params: unknown;
  query: unknown;
  body: unknown;
  /** The limiter's answer. The request is parsed and run while it is still on its way. */
  use: Promise<RateUse> | null;
  /** Settles once a partner's call is counted; rejected with the 429 when it does not fit. */
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
