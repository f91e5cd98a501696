import type {
  AgentOptions,
  ClientRequest,
  Agent as HttpAgent,
  IncomingMessage,
  RequestOptions,
} from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import { Readable } from 'node:stream';
import { DeadlineError, deadlineSignal } from './deadline.ts';
import { escaped } from './signature.ts';

/**
 * A request to an AWS service, in the format of the SDK's clients. `path` is escaped; `query` is
 * not. Header names that we set are in lower case.
 */
export interface HttpCall {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | string[] | null>> | undefined;
  headers: Record<string, string>;
  body?: string | Uint8Array | Readable | undefined;
}

/**
 * The beginning of a response, while its body is still arriving. Header names are in lower case.
 */
export interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Readable;
}

interface CallLimits {
  /** Milliseconds until the beginning of the response. Default: the client's own. */
  readonly requestTimeout?: number | undefined;
  /** An `AbortSignal`. It is ignored if the current work has a deadline. */
  readonly abortSignal?: object | undefined;
}

/** An HTTP client for AWS requests. The SDK's clients accept it as their `requestHandler`. */
export interface HttpClient {
  /**
   * Sends a request once. Throws a `TimeoutError` if the connection or the response takes too long or the
   * other side closes the connection before it responds, a `DeadlineError` at the deadline of the
   * current work, and other network errors as they are.
   */
  handle(call: HttpCall, limits?: CallLimits): Promise<{ readonly response: HttpAnswer }>;
  /** Closes all connections, also those in use. */
  destroy(): void;
  /** For the SDK's clients, which ask whether it speaks HTTP/2. */
  readonly metadata: { readonly handlerProtocol: 'http/1.1' };
  /** For the SDK's clients: we have no settings that they may change. */
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): Readonly<Record<string, never>>;
}

/** The connection timeout in milliseconds. */
const connectionTimeout = 1_000;

/**
 * The maximum number of a client's sockets, more than it ever needs in parallel. With the SDK's
 * default of 50, further calls wait, which is treated as a connection failure: sixty requests to a
 * slow table got a 500.
 */
const maxSockets = 2_000;

/**
 * The number of idle connections to keep. Node's default of 256 would keep that many open after a
 * burst.
 */
const maxFreeSockets = 40;

/** Errors of a connection that the SDK's retry rules know as timeouts. */
const connectionErrors = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/**
 * Opens a client with keep-alive connections. `requestTimeout` is the milliseconds until the
 * beginning of a response. The SDK's own handler does the same with four timers and twice the time
 * for each request: see docs/decisions/0032-small-dynamodb-client.md.
 */
export function openHttpClient(requestTimeout: number): HttpClient {
  const settings = { keepAlive: true, maxSockets, maxFreeSockets };
  const secure: Sender = { request: secureRequest, agent: new Agent(settings) };
  let plain: Sender | undefined;
  const senderOf = ({ protocol }: HttpCall) => {
    if (protocol === 'https:') return secure;
    plain ??= plainSender(settings);
    return plain;
  };
  return {
    handle: (call, limits = {}) =>
      sendOnce(senderOf(call), call, {
        requestTimeout: limits.requestTimeout ?? requestTimeout,
        abortSignal: limits.abortSignal,
      }),
    destroy() {
      secure.agent.destroy();
      plain?.agent.destroy();
    },
    metadata: { handlerProtocol: 'http/1.1' },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  };
}

/** Sends requests of one protocol over its own connections. */
interface Sender {
  readonly request: (options: RequestOptions) => ClientRequest;
  readonly agent: HttpAgent;
}

/**
 * Loads Node's module for plain HTTP on first use, because only local servers need it. The HTTPS
 * module is loaded while a function starts, when Lambda gives it the most processor time.
 */
function plainSender(settings: AgentOptions): Sender {
  const http = process.getBuiltinModule('node:http');
  return { request: http.request, agent: new http.Agent(settings) };
}

function sendOnce(
  { request, agent }: Sender,
  { method, hostname, port, path, query, headers, body }: HttpCall,
  { requestTimeout, abortSignal }: CallLimits & { readonly requestTimeout: number },
): Promise<{ readonly response: HttpAnswer }> {
  const deadline = deadlineSignal();
  const signal = deadline ?? (abortSignal instanceof AbortSignal ? abortSignal : undefined);
  const aborted = () => (signal === deadline ? new DeadlineError() : abortError());
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(aborted());
      return;
    }
    const sent = request({
      ...{ agent, method, headers },
      // IPv6 addresses have brackets only in URLs.
      host: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
      path: query === undefined ? path : withQuery(path, query),
      ...(port !== undefined && { port }),
    });
    const begun = within(requestTimeout, () => {
      sent.destroy(timeout(`it did not begin to answer within ${requestTimeout} ms`));
    });
    // Stays until the request is closed, so no later error is unhandled.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      begun();
      if (signal?.aborted) reject(aborted());
      else if (connectionErrors.has(error.code ?? '')) reject(renamed(error));
      else reject(error);
    });
    sent.once('response', (response) => {
      begun();
      resolve({ response: answerOf(response) });
    });
    limitConnecting(sent);
    if (signal) {
      const abort = () => sent.destroy(aborted());
      signal.addEventListener('abort', abort);
      sent.once('close', () => signal.removeEventListener('abort', abort));
    }
    if (body instanceof Readable) sendStream(body, sent);
    else sent.end(body);
  });
}

function sendStream(body: Readable, sent: ClientRequest): void {
  body.once('error', (error) => sent.destroy(error));
  sent.once('close', () => body.destroy());
  body.pipe(sent);
}

/** Limits the time to connect. A kept-alive connection is already established. */
function limitConnecting(sent: ClientRequest): void {
  sent.once('socket', (socket) => {
    if (!socket.connecting) return;
    const connected = within(connectionTimeout, () => {
      sent.destroy(timeout(`it did not accept a connection within ${connectionTimeout} ms`));
    });
    socket.once('connect', connected);
    sent.once('close', connected);
  });
}

/**
 * Calls `late` after the milliseconds, unless the returned function is called before. If the process
 * was busy or frozen, it first reads the data that arrived in the meantime.
 */
function within(milliseconds: number, late: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(late);
  }, milliseconds);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}

function answerOf(response: IncomingMessage): HttpAnswer {
  return {
    statusCode: response.statusCode ?? 0,
    // Only `set-cookie` would be a list, and AWS does not send it.
    headers: response.headers as Record<string, string>,
    body: response,
  };
}

function withQuery(path: string, query: NonNullable<HttpCall['query']>): string {
  const fields = Object.keys(query)
    .toSorted()
    .flatMap((name) => {
      const value = query[name] ?? null;
      if (value === null) return [escaped(name)];
      return [value].flat().map((one) => `${escaped(name)}=${escaped(one)}`);
    });
  return fields.length === 0 ? path : `${path}?${fields.join('&')}`;
}

/** An error with the name by which the SDK's retry rules know it. */
function timeout(reason: string): Error {
  return Object.assign(new Error(`no answer of the service: ${reason}`), {
    ...{ name: 'TimeoutError', code: 'ETIMEDOUT' },
  });
}

function renamed(error: Error): Error {
  return Object.assign(error, { name: 'TimeoutError' });
}

/** The error that the SDK's clients expect. */
function abortError(): Error {
  return Object.assign(new Error('Request aborted'), { name: 'AbortError' });
}
