import type { Route } from '../shared/kernel/http/route.ts';
import { preflightHeaders } from '../shared/web/cors.ts';
import { gatewayResponses } from './gateway-responses.ts';
import { pathParameters } from './path-parameters.ts';
import { pathsOf, requestValidators, unknownMethod } from './unknown-routes.ts';

export interface ApiDefinitionInput {
  readonly title: string;
  readonly routes: readonly Route[];
  /** The URI under which API Gateway invokes the function of an entry. */
  readonly invocationUri: (entry: string) => string;
  /** The role that API Gateway assumes to invoke functions. */
  readonly invokerRole: string;
  /** The entry of the authorizer in front of the routes of the usage plan. */
  readonly authorizerEntry: string;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters: readonly unknown[];
  readonly responses: unknown;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-amazon-apigateway-integration': unknown;
}

/**
 * The REST API as one OpenAPI 3.0.1 document with API Gateway's extensions, from the route table.
 *
 * What integrators read is another document: this one only says where calls go and what guards them.
 * Throws when API Gateway could not tell two rows apart.
 */
export function apiDefinition(input: ApiDefinitionInput) {
  const { title, routes, invocationUri, invokerRole, authorizerEntry } = input;
  refuseAmbiguity(routes);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const defined = operation(route, input);
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: defined,
      // The same function, which leaves the body out.
      ...(route.method === 'GET' && {
        head: { ...defined, operationId: `${route.operationId}Head` },
      }),
    };
  }
  for (const [path, rows] of Map.groupBy(routes, (route) => route.path)) {
    const open = rows.filter(({ crossOrigin }) => crossOrigin);
    if (open.length > 0) paths[path] = { ...paths[path], options: preflight(path, open) };
  }
  for (const path of pathsOf(routes)) {
    paths[path] = { ...paths[path], 'x-amazon-apigateway-any-method': unknownMethod(path) };
  }
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths,
    components: {
      securitySchemes: {
        iam: {
          ...headerScheme('Authorization'),
          'x-amazon-apigateway-authtype': 'awsSigv4',
        },
        gatewayKey: headerScheme('x-api-key'),
        usagePlan: {
          // A header's name is asked for, and would be a source of identity by mistake if it were one that is sent.
          ...headerScheme('Unused'),
          'x-amazon-apigateway-authtype': 'custom',
          // Without a source of identity and without a cache it runs on every call, so that a missing
          // credential gets its exact 401 and a revoked one is refused at once.
          'x-amazon-apigateway-authorizer': {
            type: 'request',
            authorizerUri: invocationUri(authorizerEntry),
            authorizerCredentials: invokerRole,
            authorizerResultTtlInSeconds: 0,
          },
        },
      },
    },
    'x-amazon-apigateway-request-validators': requestValidators,
    'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
    // Functions get the bytes of a body as they came, and can tell when they are not UTF-8.
    'x-amazon-apigateway-binary-media-types': ['*/*'],
    'x-amazon-apigateway-gateway-responses': gatewayResponses(),
  };
}

function headerScheme(name: string) {
  return { type: 'apiKey', in: 'header', name } as const;
}

function operation(route: Route, { invocationUri, invokerRole }: ApiDefinitionInput): Operation {
  return {
    operationId: route.operationId,
    parameters: pathParameters(route.path),
    responses: { 200: { description: 'Success' } },
    security: security(route),
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: invocationUri(route.entry),
      credentials: invokerRole,
      passthroughBehavior: 'when_no_match',
    },
  };
}

/** API Gateway answers a CORS preflight itself: no function runs for it. */
function preflight(path: string, rows: readonly Route[]): Operation {
  const headers = Object.entries(preflightHeaders(rows.map(({ method }) => method)));
  return {
    operationId: `${rows[0]?.operationId}Preflight`,
    parameters: pathParameters(path),
    responses: {
      204: {
        description: 'What scripts of other origins may send',
        headers: Object.fromEntries(
          headers.map(([name]) => [name, { schema: { type: 'string' } }]),
        ),
      },
    },
    security: [],
    'x-amazon-apigateway-integration': {
      type: 'mock',
      // Every media type is binary here; the template needs text.
      contentHandling: 'CONVERT_TO_TEXT',
      passthroughBehavior: 'when_no_match',
      requestTemplates: { 'application/json': '{"statusCode":204}' },
      responses: {
        default: {
          statusCode: '204',
          responseParameters: Object.fromEntries(
            headers.map(([name, value]) => [`method.response.header.${name}`, `'${value}'`]),
          ),
        },
      },
    },
  };
}

/** Credentials other than these are checked by the function itself. */
function security({ auth, limit }: Route): Operation['security'] {
  if (auth.scheme === 'operator') return [{ iam: [] }];
  return limit === 'registry' ? [{ usagePlan: [], gatewayKey: [] }] : [];
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
