import { isHandedOver, wholeResources } from '../shared/kernel/http/operator-paths.ts';
import { startPageOf } from '../shared/kernel/http/page-paths.ts';
import type { Route } from '../shared/kernel/http/route.ts';
import { gatewayAnswers, gatewayBody, gatewayHeaders } from '../shared/web/http/gateway-answers.ts';
import {
  preflightHeaders,
  sandboxHeaders,
  withoutCrossOrigin,
} from '../shared/web/http/security-headers.ts';
import { gatewayResponses } from './gateway-responses.ts';
import { pathParameters } from './path-parameters.ts';
import { pathsOf, requestValidators, unknownMethod } from './unknown-routes.ts';

export interface ApiDefinitionInput {
  readonly title: string;
  readonly routes: readonly Route[];
  /**
   * The row whose function answers unknown paths, unless it is one of `routes`; without it, API Gateway answers them.
   */
  readonly startPage?: Route | undefined;
  /** The only networks that may call the API; undefined: all. */
  readonly networks?: readonly string[] | undefined;
  readonly description?: string;
  /** The URI with which API Gateway invokes the function of an entry. */
  readonly invocationUri: (entry: string) => string;
  /** The role that API Gateway assumes to invoke functions. */
  readonly invokerRole: string;
  /** The entry of the authorizer in front of the routes of the usage plan. */
  readonly authorizerEntry: string;
  /** Whether the API's own answers carry the sandbox mark. */
  readonly isSandbox?: boolean;
}

const anyMethod = 'x-amazon-apigateway-any-method';

interface Operation {
  readonly operationId?: string;
  readonly parameters: readonly unknown[];
  readonly responses: unknown;
  /** Absent: no security, like the definition as a whole. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-amazon-apigateway-integration': unknown;
}

/**
 * The REST API as one OpenAPI 3.0.1 document with API Gateway's extensions, from the route table.
 *
 * Integrators read another document: this one only defines where calls go and what guards them. Pages and operators' rows are not
 * listed one by one: each of their paths goes to its function, with all methods and everything below it. Unknown paths go to the function that
 * answers them with an error page for browsers. Throws when API Gateway could not distinguish two rows.
 */
export function apiDefinition(input: ApiDefinitionInput) {
  const { title, description, networks, invocationUri, invokerRole, authorizerEntry } = input;
  const isMetered = input.routes.some(({ limit }) => limit === 'registry');
  const isSigned = input.routes.some(({ auth }) => auth.scheme === 'operator');
  refuseAmbiguity(input.routes);
  const whole = wholeResources(input.routes);
  const routes = input.routes.filter((route) => !isHandedOver(route));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const defined = operation(route, input);
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: defined,
      // The same function serves HEAD, without a body.
      ...(route.method === 'GET' && { head: invocation(route.path, route, input) }),
    };
  }
  for (const [path, rows] of Map.groupBy(routes, (route) => route.path)) {
    const open = rows.filter(({ crossOrigin }) => crossOrigin);
    if (open.length > 0) paths[path] = { ...paths[path], options: preflight(path, open) };
    if (rows.some(({ crossOrigin }) => crossOrigin === false)) {
      paths[path] = { ...paths[path], options: refusedPreflight(path, input.isSandbox) };
    }
  }
  const startPage = input.startPage ?? startPageOf(input.routes);
  for (const path of pathsOf([...routes.map((route) => route.path), ...whole.keys()])) {
    const isThere = paths[path] !== undefined;
    paths[path] = {
      ...paths[path],
      [anyMethod]:
        isThere || startPage === undefined
          ? unknownMethod(path)
          : invocation(path, startPage, input),
    };
  }
  for (const [path, [row]] of whole) {
    if (row) paths[path] = { [anyMethod]: invocation(path, row, input) };
  }
  return {
    openapi: '3.0.1',
    info: { title, version: '1', ...(description !== undefined && { description }) },
    paths,
    components: {
      securitySchemes: {
        ...(isSigned && {
          iam: {
            ...headerScheme('Authorization'),
            'x-amazon-apigateway-authtype': 'awsSigv4',
          },
        }),
        ...(isMetered && {
          gatewayKey: headerScheme('x-api-key'),
          usagePlan: {
            // The definition needs a header name. A real header would become an identity source by mistake.
            ...headerScheme('Unused'),
            'x-amazon-apigateway-authtype': 'custom',
            // Without an identity source and a cache it runs on every call. So a missing credential gets its exact 401, and a
            // revoked one is refused immediately.
            'x-amazon-apigateway-authorizer': {
              type: 'request',
              authorizerUri: invocationUri(authorizerEntry),
              authorizerCredentials: invokerRole,
              authorizerResultTtlInSeconds: 0,
            },
          },
        }),
      },
    },
    ...(networks && { 'x-amazon-apigateway-policy': onlyFrom(networks) }),
    'x-amazon-apigateway-request-validators': requestValidators,
    ...(isMetered && { 'x-amazon-apigateway-api-key-source': 'AUTHORIZER' }),
    // Functions get a body's bytes unchanged, and can detect invalid UTF-8.
    'x-amazon-apigateway-binary-media-types': ['*/*'],
    'x-amazon-apigateway-gateway-responses': gatewayResponses(input.isSandbox),
  };
}

/**
 * Denies all other addresses and allows nothing. An `Allow` for these networks would admit every
 * principal of the account, regardless of its own policy. As a result, unsigned calls, such as
 * those to unknown paths, get a 403 here.
 */
function onlyFrom(networks: readonly string[]) {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 'execute-api:Invoke',
        Resource: 'execute-api:/*',
        Condition: { NotIpAddress: { 'aws:SourceIp': networks } },
      },
    ],
  };
}

function headerScheme(name: string) {
  return { type: 'apiKey', in: 'header', name } as const;
}

function operation(route: Route, input: ApiDefinitionInput): Operation {
  return { operationId: route.operationId, ...invocation(route.path, route, input) };
}

/** An operation that invokes the row's function. */
function invocation(
  path: string,
  route: Route,
  { invocationUri, invokerRole }: ApiDefinitionInput,
): Operation {
  return {
    parameters: pathParameters(path),
    responses: { 200: { description: 'OK' } },
    ...security(route),
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: invocationUri(route.entry),
      credentials: invokerRole,
    },
  };
}

/** API Gateway answers a CORS preflight itself: no function runs for it. */
function preflight(path: string, rows: readonly Route[]): Operation {
  const description = 'What scripts of other origins may send';
  const headers = quoted(preflightHeaders(rows.map(({ method }) => method)));
  return {
    operationId: `${rows[0]?.operationId}Preflight`,
    ...answered(path, { status: 204, description, headers }),
  };
}

/**
 * The 404 for a path that is closed to scripts of all origins; the gateway's default 404 has CORS headers on every
 * path.
 */
function refusedPreflight(path: string, isSandbox: boolean | undefined): Operation {
  const answer = gatewayAnswers.MISSING_AUTHENTICATION_TOKEN;
  const headers = withoutCrossOrigin({ ...gatewayHeaders, ...sandboxHeaders(isSandbox) });
  return answered(path, {
    status: answer.status,
    description: 'Not found',
    headers: { ...quoted(headers), 'x-request-id': 'context.requestId' },
    body: gatewayBody(answer, '$context.requestId'),
  });
}

/** An operation that API Gateway answers itself with a fixed response. */
function answered(
  path: string,
  answer: {
    readonly status: number;
    readonly description: string;
    /** Mapping expressions: a fixed value is in single quotes. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  },
): Operation {
  const { status, description, headers, body } = answer;
  const each = <T>(make: (name: string, value: string) => readonly [string, T]) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => make(name, value)));
  return {
    parameters: pathParameters(path),
    responses: {
      [status]: { description, headers: each((name) => [name, { schema: { type: 'string' } }]) },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      // Every media type is binary here; the template needs text.
      contentHandling: 'CONVERT_TO_TEXT',
      passthroughBehavior: 'when_no_match',
      requestTemplates: { 'application/json': `{"statusCode":${status}}` },
      responses: {
        default: {
          statusCode: String(status),
          responseParameters: each((name, value) => [`method.response.header.${name}`, value]),
          ...(body !== undefined && { responseTemplates: { 'application/json': body } }),
        },
      },
    },
  };
}

function quoted(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));
}

/** Credentials other than these are checked by the function itself. */
function security({ auth, limit }: Route): Pick<Operation, 'security'> {
  if (auth.scheme === 'operator') return { security: [{ iam: [] }] };
  return limit === 'registry' ? { security: [{ usagePlan: [], gatewayKey: [] }] } : {};
}

/** API Gateway accepts one row per method and path, and one name per parameter and place. */
function refuseAmbiguity(routes: readonly Route[]): void {
  const rows = new Set<string>();
  const names = new Map<string, string>();
  for (const { method, path, operationId } of routes) {
    const row = `${method} ${path}`;
    if (rows.has(row)) throw new Error(`two routes are ${row}`);
    rows.add(row);
    const segments = path.split('/');
    for (const [index, segment] of segments.entries()) {
      if (!segment.startsWith('{')) continue;
      const place = segments.slice(0, index).join('/');
      const known = names.get(place) ?? segment;
      if (known !== segment) {
        throw new Error(
          `${operationId}: ${place}/ is followed by ${segment} here, by ${known} elsewhere`,
        );
      }
      names.set(place, segment);
    }
  }
}
