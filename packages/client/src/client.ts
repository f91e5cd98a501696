import { RegistryError } from './errors.ts';
import type {
  Accepted,
  Answer,
  FeedId,
  Input,
  ItemOf,
  OperationId,
  PagedId,
} from './operation-types.ts';
import { type OperationRow, operationTable } from './operations.ts';
import {
  isPassing,
  type Pace,
  pauseOf,
  type RetryOptions,
  realPace,
  retryAfterOf,
} from './retries.ts';

export interface RegistryOptions extends RetryOptions {
  /** The address of the registry, such as `https://registry.example`. */
  readonly baseUrl: string;
  /** An API key or an access token, or a function that returns one before each attempt. */
  readonly credential?: string | (() => string | Promise<string>);
  /** The time limit of one attempt, in milliseconds; default 30,000. */
  readonly timeout?: number;
  readonly fetch?: typeof fetch;
  /** Called before each attempt of a call, such as for a log. */
  readonly onRequest?: (attempt: Attempt) => void;
  /** Called with each answer, also with errors. */
  readonly onResponse?: (
    answer: Attempt & Pick<AnswerParts, 'status' | 'headers' | 'requestId'>,
  ) => void;
  /** For tests. */
  readonly pace?: Partial<Pace>;
}

/** One attempt of a call. It has no credential. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  /** 0 for the first attempt. */
  readonly attempt: number;
}

/** An answer with its status and headers. */
export interface AnswerParts<T = unknown> {
  readonly data: T;
  readonly status: number;
  readonly headers: Headers;
  /** The request id: include it when you ask for help. */
  readonly requestId: string | undefined;
}

/** The full answer of an operation. */
export interface FullAnswer<I extends OperationId> extends AnswerParts<Answer<I>> {
  /** After a 202, the owner's approval that the call waits for. Otherwise undefined. */
  readonly accepted: Accepted<I> | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** By default, each call gets a new key. To repeat a call after a crash, pass your own key and store it before the call. */
  readonly idempotencyKey?: string;
}

type Rest<I extends OperationId> =
  Record<never, never> extends Input<I>
    ? [input?: Input<I>, options?: CallOptions]
    : [input: Input<I>, options?: CallOptions];

/** The input of any operation. */
interface Sent {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface Registry {
  /**
   * Calls an operation by its name, and returns its JSON. Rejects with a `RegistryError` if the answer is an error. After
   * temporary failures it repeats reads, and calls with an `Idempotency-Key` under the same key.
   */
  call<I extends OperationId>(id: I, ...rest: Rest<I>): Promise<Answer<I>>;
  /** Like `call`, but also returns the status, headers and request id. */
  withResponse<I extends OperationId>(id: I, ...rest: Rest<I>): Promise<FullAnswer<I>>;
  /** Returns the items of all pages, one after another. */
  items<I extends PagedId>(id: I, ...rest: Rest<I>): AsyncGenerator<ItemOf<I>, void, undefined>;
  /** Returns the events of a feed after `query.lastEventId`, until there are no more. */
  events<I extends FeedId>(id: I, ...rest: Rest<I>): AsyncGenerator<ItemOf<I>, void, undefined>;
  /**
   * Reads a resource again until `isDone` returns true. Waits `nextSteps.pollAfterSeconds` between two reads. Rejects when
   * the signal aborts: pass a signal, such as `AbortSignal.timeout()`.
   */
  waitFor<I extends OperationId>(
    id: I,
    input: Input<I>,
    isDone: (answer: Answer<I>) => boolean,
    options?: CallOptions,
  ): Promise<Answer<I>>;
}

/** Creates a client. It stores only its options. */
export function openRegistry(options: RegistryOptions): Registry {
  const pace: Pace = { ...realPace, ...options.pace };
  if (typeof options.baseUrl !== 'string' || !/^https?:\/\/[^/]/.test(options.baseUrl)) {
    throw new TypeError('baseUrl must be an address, such as https://registry.example');
  }
  if (/\/api\/v1\/*$/.test(options.baseUrl)) {
    throw new TypeError('baseUrl must be the address without /api/v1');
  }

  async function send(
    row: OperationRow | undefined,
    input: Sent,
    { signal, idempotencyKey }: CallOptions,
    etag?: string,
  ): Promise<Response> {
    const [method, path, { body: type, idempotent, reads }] = row ?? unknownOperation();
    const key = idempotent ? (idempotencyKey ?? crypto.randomUUID()) : undefined;
    const isRepeatable = method === 'GET' || reads === true || key !== undefined;
    const attempts = isRepeatable ? (options.retries ?? 4) : 0;
    const url = addressOf(options.baseUrl, path, input);
    for (let attempt = 0; ; attempt += 1) {
      const headers = new Headers({ accept: 'application/json' });
      const { credential } = options;
      const given = typeof credential === 'function' ? await credential() : credential;
      if (given !== undefined) headers.set('authorization', `Bearer ${given}`);
      if (key !== undefined) headers.set('idempotency-key', key);
      if (etag !== undefined) headers.set('if-none-match', etag);
      const body = bodyOf(type, input.body, headers);
      const limit = AbortSignal.timeout(options.timeout ?? 30_000);
      const request = {
        method,
        headers,
        redirect: 'manual' as const,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(body !== undefined && { body }),
      };
      const tried = { method, url, attempt };
      options.onRequest?.(tried);
      let response: Response;
      try {
        response = await arrived(await (options.fetch ?? fetch)(url, request));
      } catch (error) {
        if (signal?.aborted || attempt >= attempts) throw error;
        await pace.sleep(pauseOf(attempt, undefined, pace), signal);
        continue;
      }
      options.onResponse?.({ ...tried, ...partsOf(response) });
      if (response.ok || response.status === 304) return response;
      const error = await errorOf(response, pace);
      const { retryAfter } = error;
      const isTooLong = (retryAfter ?? 0) > (options.longestWait ?? 60);
      if (attempt >= attempts || isTooLong || !isPassing(error.status, error.code)) throw error;
      await pace.sleep(pauseOf(attempt, retryAfter, pace), signal);
    }
  }

  async function call<I extends OperationId>(
    id: I,
    ...[input, given]: Rest<I>
  ): Promise<Answer<I>> {
    const response = await send(operationTable[id], (input ?? {}) as Sent, given ?? {});
    // The API description has the type of a success.
    return (await response.json()) as Answer<I>;
  }

  async function withResponse<I extends OperationId>(
    id: I,
    ...[input, given]: Rest<I>
  ): Promise<FullAnswer<I>> {
    const response = await send(operationTable[id], (input ?? {}) as Sent, given ?? {});
    const data: unknown = await response.json();
    // The API description has the type of each success.
    const accepted = response.status === 202 ? (data as Accepted<I>) : undefined;
    return { data: data as Answer<I>, accepted, ...partsOf(response) };
  }

  async function* items<I extends PagedId>(id: I, ...[input, given]: Rest<I>) {
    const first = (input ?? {}) as Sent;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { ...first.query, ...(cursor !== undefined && { cursor }) };
      const response = await send(operationTable[id], { ...first, query }, given ?? {});
      const page = (await response.json()) as {
        data: ItemOf<I>[];
        pagination: { nextCursor: string | null };
      };
      yield* page.data;
      cursor = page.pagination.nextCursor;
    }
  }

  async function* events<I extends FeedId>(id: I, ...[input, given]: Rest<I>) {
    const first = (input ?? {}) as Sent;
    let lastEventId: unknown = first.query?.['lastEventId'];
    for (let hasMore = true; hasMore; ) {
      const query = { ...first.query, ...(lastEventId !== undefined && { lastEventId }) };
      const response = await send(operationTable[id], { ...first, query }, given ?? {});
      const page = (await response.json()) as {
        data: ItemOf<I>[];
        pagination: { lastEventId: string | null; hasMore: boolean };
      };
      yield* page.data;
      lastEventId = page.pagination.lastEventId ?? lastEventId;
      hasMore = page.pagination.hasMore;
    }
  }

  async function waitFor<I extends OperationId>(
    id: I,
    input: Input<I>,
    isDone: (answer: Answer<I>) => boolean,
    given: CallOptions = {},
  ): Promise<Answer<I>> {
    let known: { readonly etag: string | undefined; readonly answer: Answer<I> } | undefined;
    for (;;) {
      const response = await send(operationTable[id], input as Sent, given, known?.etag);
      if (response.status !== 304 || known === undefined) {
        const answer = (await response.json()) as Answer<I>;
        if (isDone(answer)) return answer;
        known = { etag: response.headers.get('etag') ?? undefined, answer };
      }
      await pace.sleep(pollAfter(known.answer) * 1000, given.signal);
    }
  }

  return { call, withResponse, items, events, waitFor };
}

function partsOf({ status, headers }: Response) {
  return {
    status,
    headers,
    requestId: headers.get('x-request-id') ?? headers.get('x-amzn-requestid') ?? undefined,
  };
}

/** The answer after its whole body has arrived: the connection can also break there. */
async function arrived(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const bytes = await response.arrayBuffer();
  return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers });
}

/** Seconds until the next read; 30 if the answer does not contain a number. */
function pollAfter(answer: unknown): number {
  const said: unknown = Object(Object(Object(answer).data).nextSteps).pollAfterSeconds;
  return typeof said === 'number' ? said : 30;
}

function unknownOperation(): never {
  throw new TypeError('There is no such operation: docs/endpoints.md lists the names');
}

function addressOf(baseUrl: string, path: string, { path: given = {}, query = {} }: Sent): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name];
    if (value === undefined || value === '') throw new TypeError(`path.${name} is missing`);
    // In a URL they mean another path, also if they are encoded.
    if (value === '.' || value === '..') throw new TypeError(`path.${name} is not an id`);
    return encodeURIComponent(String(value));
  });
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(textsOf(asked));
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

function textsOf(entries: readonly (readonly [string, unknown])[]): Record<string, string> {
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** The body in the format of its type. Sets the content type, except for a form with files. */
function bodyOf(
  type: OperationRow[2]['body'],
  body: unknown,
  headers: Headers,
): string | FormData | URLSearchParams | undefined {
  if (body === undefined) return undefined;
  if (body instanceof FormData) return body;
  if (type === 'form') {
    const fields = Object.entries(Object(body)).filter(([, value]) => value !== undefined);
    return new URLSearchParams(textsOf(fields));
  }
  headers.set('content-type', 'application/json');
  return JSON.stringify(body);
}

async function errorOf(response: Response, { now }: Pace): Promise<RegistryError> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return new RegistryError(
    response.status,
    body,
    retryAfterOf(response.headers.get('retry-after'), now()),
    response.headers,
  );
}
