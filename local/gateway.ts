import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  APIGatewayAuthorizerResult,
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  APIGatewayRequestAuthorizerEvent,
  Context,
} from 'aws-lambda';
import type { Route } from '../shared/kernel/http/route.ts';
import type { ApiHandler } from '../shared/web/http/endpoint.ts';
import {
  type GatewayAnswer,
  gatewayAnswers,
  gatewayBody,
  gatewayHeaders,
} from '../shared/web/http/gateway-answers.ts';
import {
  preflightHeaders,
  sandboxHeaders,
  withoutCrossOrigin,
} from '../shared/web/http/security-headers.ts';
import { atMost } from './at-most.ts';
import { addressBehind, type Front, isHostOf } from './front.ts';
import { operatorArn } from './iam.ts';
import { proxyEvent, type RequestUrl } from './proxy-event.ts';
import { type Found, resourceMatcher } from './resource-matcher.ts';

export type Authorizer = (
  event: APIGatewayRequestAuthorizerEvent,
) => Promise<APIGatewayAuthorizerResult>;

type LocalPath = (url: RequestUrl, request: IncomingMessage, response: ServerResponse) => boolean;

export interface GatewayOptions {
  readonly routes: readonly Route[];
  /** The handler of a row, loaded when the row is first called. */
  handlerOf(route: Route): Promise<ApiHandler>;
  readonly authorizer: Authorizer;
  /** Whether a gateway key with this value is in a usage plan; without it everything is admitted. */
  admits?(usageIdentifierKey: string): boolean;
  /** Paths that exist only on this machine; true if it answers the request. */
  localPath?: LocalPath;
  /** The stage's current variables. */
  stageVariables?(): Readonly<Record<string, string>>;
  /**
   * The proxy in front. All requests to its port come from outside, whatever they claim; its host is accepted there, as
   * is this machine's.
   */
  readonly front?: Front | undefined;
  /** Paths that exist only behind a front; true if it answers the request. */
  frontPath?: LocalPath;
  /** Whether its own answers carry the sandbox mark. */
  readonly isSandbox?: boolean;
  /** Changes a function's answer before it is sent. */
  present?(result: APIGatewayProxyResult): APIGatewayProxyResult;
  /** How long a function may run, in milliseconds; as in AWS unless set. */
  readonly functionTime?: number;
}

export interface Gateway {
  listen(port: number): Promise<string>;
  /** With a front: listens only for this machine, at a port that the front does not forward to. */
  listenBeside(port: number): Promise<string>;
  /** Accepts no more requests, and resolves when the open ones are answered. */
  close(): Promise<void>;
}

const loopback = ['127.0.0.1', '::1'] as const;

/** For a page of another site whose name resolves to this machine (DNS rebinding). */
const misdirected: GatewayAnswer = { status: 421, error: 'This service answers at localhost only' };

function isLocalHost(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? '');
}

/** The host that a request names; undefined if it names two. */
function onlyHost({ headersDistinct }: IncomingMessage): string | undefined {
  const [host, ...others] = headersDistinct['host'] ?? [];
  return others.length === 0 ? host : undefined;
}

/** Whether a browser sends it from a page of another site, or from a page without an origin. */
function isOfAnotherSite({ method = '', headers }: IncomingMessage): boolean {
  if (/^(GET|HEAD)$/.test(method)) return false;
  const { origin } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  const isForeign = origin !== undefined && !isLocalHost(URL.parse(origin)?.host);
  return isForeign || !/^(none|same-origin)$/.test(String(site));
}

/** API Gateway's own limit on a request's body, in bytes. */
const maxRequestBytes = 10 * 1024 * 1024;

/**
 * The number of functions that run in parallel. On AWS each call has its own environment. Here they
 * share one process, so calls on a busy machine would time out while they wait for others. The
 * timeout of a waiting call does not run yet.
 */
const maxFunctions = 32;

/** Lambda's limit for an answer, in bytes of JSON. Its limit for events is not applied here. */
const maxAnswerBytes = 6 * 1024 * 1024;

function fitsLambda(result: APIGatewayProxyResult): boolean {
  // Most are far below it, so they need no serialisation to measure them.
  if (result.body.length < maxAnswerBytes / 6) return true;
  return Buffer.byteLength(JSON.stringify(result)) <= maxAnswerBytes;
}

/** Serves the route table like API Gateway: with the same matching, events and own answers. */
export function createGateway(options: GatewayOptions): Gateway {
  const { front, present = (result) => result, functionTime = 10_000 } = options;
  const ownAnswer = (answer: GatewayAnswer) => gatewaysAnswer(answer, options.isSandbox);
  const match = resourceMatcher(options.routes);
  const handlers = new Map<string, Promise<ApiHandler>>();
  const inLine = atMost(maxFunctions);
  const handlerOf = (route: Route) => {
    const known = handlers.get(route.operationId) ?? options.handlerOf(route);
    handlers.set(route.operationId, known);
    return known;
  };

  async function answer(
    request: IncomingMessage,
    url: RequestUrl,
    isOutside: boolean,
  ): Promise<APIGatewayProxyResult> {
    const { method = '' } = request;
    const found = match(method === 'HEAD' ? 'GET' : method, url.pathname);
    if (method === 'OPTIONS' && !found?.isHandedOver) return preflight(url);
    // The local replacement of IAM admits everyone, so operators' calls are accepted only from this machine.
    if (found === null || (isOutside && found.route.auth.scheme === 'operator')) {
      return ownAnswer(gatewayAnswers.MISSING_AUTHENTICATION_TOKEN);
    }
    const body = await readBody(request);
    if (body === null) return ownAnswer(gatewayAnswers.REQUEST_TOO_LARGE);
    const event = proxyEvent(request, body, found, url);
    event.stageVariables = { ...options.stageVariables?.() };
    if (isOutside) event.requestContext.identity.sourceIp = addressBehind(request);
    const refusal = await authorize(event, found);
    if (refusal !== null) return refusal;
    const handler = await handlerOf(found.route);
    const context = () => lambdaContext(found.route, event, functionTime);
    const result = await inLine(() => handler(event, context()));
    return fitsLambda(result) ? present(result) : ownAnswer(gatewayAnswers.INTEGRATION_FAILURE);
  }

  /** API Gateway's own answer to a CORS preflight. */
  function preflight(url: RequestUrl): APIGatewayProxyResult {
    const methods = [...new Set(options.routes.map(({ method }) => method))].filter(
      (method) => match(method, url.pathname)?.route.crossOrigin,
    );
    if (methods.length === 0) {
      const refusal = ownAnswer(gatewayAnswers.MISSING_AUTHENTICATION_TOKEN);
      const isClosed = match('GET', url.pathname)?.route.crossOrigin === false;
      return isClosed ? { ...refusal, headers: withoutCrossOrigin(refusal.headers) } : refusal;
    }
    return { statusCode: 204, headers: preflightHeaders(methods), body: '' };
  }

  async function authorize(event: APIGatewayProxyEvent, { route }: Found) {
    if (route.auth.scheme === 'operator') {
      const arn = operatorArn(event.headers);
      if (arn === null) return ownAnswer(gatewayAnswers.ACCESS_DENIED);
      event.requestContext.identity.userArn = arn;
    }
    if (route.limit === 'registry') {
      const { context, usageIdentifierKey } = await options.authorizer(authorizerEvent(event));
      if (options.admits?.(usageIdentifierKey ?? '') === false) {
        return ownAnswer(gatewayAnswers.INVALID_API_KEY);
      }
      event.requestContext.authorizer = { ...context };
    }
    return null;
  }

  /** Requests without an answer yet. */
  const open = new Map<IncomingMessage, Promise<void>>();
  let isClosing = false;

  const serve = (isOutside: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    if (isClosing) {
      response.destroy();
      return;
    }
    const host = onlyHost(request);
    const isExpected = isLocalHost(host) || (isOutside && front && isHostOf(front, host));
    if (!isExpected) {
      send(response, ownAnswer(misdirected), true);
      return;
    }
    const url = requestUrl(request);
    if (!isOutside && url.pathname.startsWith('/local/') && isOfAnotherSite(request)) {
      send(response, ownAnswer(gatewayAnswers.ACCESS_DENIED), false);
      return;
    }
    if (!isOutside && options.localPath?.(url, request, response)) return;
    if (front !== undefined && options.frontPath?.(url, request, response)) return;
    const answered = answer(request, url, isOutside)
      .catch(() => ownAnswer(gatewayAnswers.DEFAULT_5XX))
      .then((result) => send(response, result, request.complete))
      .catch(() => response.destroy())
      .then(() => void open.delete(request));
    open.set(request, answered);
  };
  const serversFor = (isOutside: boolean) =>
    loopback.map(() => createServer({ keepAliveTimeout: 65_000 }, serve(isOutside)));
  const servers = serversFor(front !== undefined);
  const beside = serversFor(false);
  return {
    listen: (port) => listen(servers, port),
    listenBeside: (port) => listen(beside, port),
    close: async () => {
      isClosing = true;
      // Each takes at most a function's time. Incomplete requests have not reached a function.
      const whole = [...open].filter(([{ complete }]) => complete);
      await Promise.all(whole.map(([, answered]) => answered));
      await close([...servers, ...beside].filter(({ listening }) => listening));
    },
  };
}

/** The path as sent: `new URL` would resolve `..` and misread a leading `//`. */
function requestUrl(request: IncomingMessage): RequestUrl {
  const [pathname = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
  // API Gateway also splits a query at semicolons ("not supported for any request URL query string").
  return { pathname, searchParams: new URLSearchParams(query.replaceAll(';', '&')) };
}

function readBody(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxRequestBytes) resolve(null);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

function authorizerEvent(event: APIGatewayProxyEvent): APIGatewayRequestAuthorizerEvent {
  return {
    type: 'REQUEST',
    methodArn: `arn:aws:execute-api:eu-west-1:000000000000:local/local/${event.httpMethod}${event.path}`,
    resource: event.resource,
    path: event.path,
    httpMethod: event.httpMethod,
    headers: event.headers,
    multiValueHeaders: event.multiValueHeaders,
    pathParameters: event.pathParameters,
    queryStringParameters: event.queryStringParameters,
    multiValueQueryStringParameters: event.multiValueQueryStringParameters,
    stageVariables: event.stageVariables,
    requestContext: { ...event.requestContext, authorizer: undefined },
  };
}

function lambdaContext(route: Route, event: APIGatewayProxyEvent, functionTime: number): Context {
  // Not the clock's time, which can be moved.
  const deadline = performance.now() + functionTime;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: route.operationId,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:eu-west-1:000000000000:function:${route.operationId}`,
    memoryLimitInMB: '512',
    awsRequestId: event.requestContext.requestId,
    logGroupName: route.operationId,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}

/** The gateway's own answer; its requestId is new, because no function was called. */
function gatewaysAnswer(
  answer: GatewayAnswer,
  isSandbox: boolean | undefined,
): APIGatewayProxyResult {
  const { status, headers } = answer;
  const requestId = randomUUID();
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json',
      ...gatewayHeaders,
      ...sandboxHeaders(isSandbox),
      ...headers,
      'x-request-id': requestId,
    },
    body: gatewayBody(answer, requestId),
  };
}

function send(response: ServerResponse, result: APIGatewayProxyResult, wasRead: boolean): void {
  // Node sends text together with the headers, but bytes separately.
  const body = result.isBase64Encoded ? Buffer.from(result.body, 'base64') : result.body;
  for (const [name, value] of Object.entries(result.headers ?? {})) {
    response.setHeader(name, String(value));
  }
  for (const [name, values] of Object.entries(result.multiValueHeaders ?? {})) {
    response.setHeader(name, values.map(String));
  }
  // HEAD and 204 have no body, so no length.
  const { method } = response.req;
  if (method !== 'HEAD' && result.statusCode !== 204) {
    response.setHeader('content-length', Buffer.byteLength(body));
  }
  // The rest of a refused body is not read, so the connection can't be reused.
  if (!wasRead) response.setHeader('connection', 'close');
  response.writeHead(result.statusCode);
  response.end(body);
}

/**
 * Listens only on this machine, because the local replacement of IAM admits everyone. `localhost` is either of the two
 * addresses; a machine without IPv6 has only the first.
 */
async function listen(servers: readonly Server[], port: number): Promise<string> {
  let bound = port;
  for (const [index, server] of servers.entries()) {
    try {
      bound = await bind(server, loopback[index] ?? '', bound);
    } catch (error) {
      const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
      if (index === 0 || (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT')) throw error;
    }
  }
  return `http://localhost:${bound}`;
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      // A TCP server's address is an AddressInfo; a string is for pipes.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function close(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}
