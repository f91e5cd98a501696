import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Found } from './resource-matcher.ts';

/** Path and query of a request, the path exactly as it was sent. */
export interface RequestUrl {
  readonly pathname: string;
  readonly searchParams: URLSearchParams;
}

/**
 * The event of API Gateway's REST proxy integration for a request.
 *
 * Bodies are Base64, because the API declares every media type as binary. Header names keep their case, and path
 * parameters stay percent-encoded.
 */
export function proxyEvent(
  request: IncomingMessage,
  body: Buffer,
  { route, resource, parameters }: Found,
  url: RequestUrl,
): APIGatewayProxyEvent {
  const headers = multiValue(pairs(request.rawHeaders));
  const query = multiValue([...url.searchParams]);
  const requestId = randomUUID();
  const userAgent = request.headers['user-agent'] ?? null;
  return {
    resource,
    path: url.pathname,
    httpMethod: request.method ?? 'GET',
    headers: lastValues(headers) ?? {},
    multiValueHeaders: headers ?? {},
    queryStringParameters: lastValues(query),
    multiValueQueryStringParameters: query,
    pathParameters: Object.keys(parameters).length === 0 ? null : { ...parameters },
    stageVariables: null,
    body: body.length === 0 ? null : body.toString('base64'),
    isBase64Encoded: body.length > 0,
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      authorizer: null,
      protocol: 'HTTP/1.1',
      httpMethod: request.method ?? 'GET',
      identity: {
        accessKey: null,
        accountId: null,
        apiKey: null,
        apiKeyId: null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        user: null,
        userAgent,
        userArn: null,
      },
      path: url.pathname,
      stage: 'local',
      requestId,
      requestTimeEpoch: Date.now(),
      resourceId: route.operationId,
      resourcePath: resource,
      domainName: request.headers.host ?? 'localhost',
      extendedRequestId: requestId,
    },
  };
}

type MultiValue = Record<string, string[]>;

function pairs(raw: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    result.push([raw[index] ?? '', raw[index + 1] ?? '']);
  }
  return result;
}

function multiValue(entries: readonly (readonly [string, string])[]): MultiValue | null {
  if (entries.length === 0) return null;
  // Without a prototype, because a header or parameter may be called `__proto__`.
  const values: MultiValue = Object.create(null);
  for (const [name, value] of entries) {
    values[name] ??= [];
    values[name].push(value);
  }
  return values;
}

function lastValues(values: MultiValue | null): Record<string, string> | null {
  if (values === null) return null;
  const last: Record<string, string> = Object.create(null);
  for (const [name, all] of Object.entries(values)) last[name] = all.at(-1) ?? '';
  return last;
}
