import type { Route } from '../http/route.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { MediaType, OpenApiOperation, RequestBody, Response } from './document.ts';
import { errorResponses } from './error-responses.ts';
import { headersOf } from './headers.ts';
import { parametersOf } from './parameters.ts';
import { describeAccess, scopeOf, securityOf } from './security.ts';
import { tagOf } from './tags.ts';

/** One row as an operation of the document. */
export function describeOperation(route: Route, schemas: ComponentSchemas): OpenApiOperation {
  const description = describe(route);
  const parameters = parametersOf(route);
  const requestBody = requestBodyOf(route, schemas);
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(description !== '' && { description }),
    tags: [tagOf(route)],
    ...(route.deprecatedFor !== undefined && { deprecated: true }),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      '200': successOf(route, schemas),
      ...redirectsOf(route),
      ...errorResponses(route, schemas.error),
    },
    ...scopeOf(route),
    'x-spec-section': route.spec,
  };
}

function describe({ auth, deprecatedFor, description, limit }: Route): string {
  return [
    deprecatedFor && `Deprecated: use \`${deprecatedFor}\`.`,
    description,
    describeAccess(auth),
    limit && 'Counted against the limits of the key.',
  ]
    .filter((paragraph) => paragraph)
    .join('\n\n');
}

const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/json',
} as const;

function requestBodyOf(route: Route, { bodies }: ComponentSchemas): RequestBody | undefined {
  const schema = bodies[route.operationId];
  if (schema === undefined) return undefined;
  return {
    required: route.bodyPresence !== 'optional',
    content: {
      [route.bodyMedia ?? mediaTypes[route.bodyType ?? 'json']]: withExample(
        schema,
        route.example?.request,
      ),
    },
  };
}

function successOf(route: Route, { answers }: ComponentSchemas): Response {
  const headers = headersOf(route, 200);
  const schema = answers[route.operationId];
  const type = schema ? 'application/json' : route.text ? 'text/plain' : route.produces;
  const content = type && withExample(schema ?? schemaOfType(type), route.example?.response);
  return {
    description: 'Success.',
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(content && { content: { [type]: content } }),
  };
}

function redirectsOf({ redirects = [] }: Route): Readonly<Record<string, Response>> {
  const headers = {
    location: { description: 'Where the browser goes.', schema: { type: 'string' } },
  };
  return Object.fromEntries(
    redirects.map(({ status, when }) => [status, { description: when, headers }]),
  );
}

function schemaOfType(type: string) {
  return { type: type.startsWith('application/json') ? 'object' : 'string' };
}

function withExample(schema: MediaType['schema'], example: unknown): MediaType {
  return { schema, ...(example !== undefined && { example }) };
}
