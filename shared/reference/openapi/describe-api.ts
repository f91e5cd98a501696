import type { Route } from '../../kernel/http/route.ts';
import { componentSchemas } from './component-schemas.ts';
import type { OpenApiDocument, OpenApiOperation } from './document.ts';
import { sharedResponses } from './error-responses.ts';
import { headers } from './headers.ts';
import { introduction } from './introduction.ts';
import { listNames } from './list-names.ts';
import { nameLists } from './name-lists.ts';
import { describeOperation } from './operation.ts';
import { idempotencyKey } from './parameters.ts';
import { securitySchemes } from './security.ts';
import { sentWebhooks } from './sent-webhooks.ts';
import { tagsOf } from './tags.ts';

const methods: readonly Route['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The routes for programs as an OpenAPI 3.1.0 document, in the order of the paths (spec 9: version 1.0.0). */
export function describeApi(table: readonly Route[]): OpenApiDocument {
  const routes = table.filter(isForPrograms).sort(byPath);
  const schemas = componentSchemas(routes);
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll('+}', '}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeOperation(route, schemas),
    };
  }
  const described: OpenApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Resident registry and legal-entity service',
      version: '1.0.0',
      description: introduction,
      // Whoever has deployed the service; the description is the same for all of them.
      contact: { name: 'The registry that runs this service' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The origin that serves this description.' }],
    tags: tagsOf(routes),
    paths,
    webhooks: sentWebhooks,
    components: {
      securitySchemes,
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
      responses: sharedResponses(schemas.error),
      schemas: schemas.components,
    },
  };
  return nameLists(described, listNames);
}

/**
 * Pages, and what they load, are for browsers: nobody writes a client for them, unless they speak JSON or plain text,
 * send browsers back, or are what other applications send browsers to.
 */
export function isForPrograms(route: Route): boolean {
  const { produces = 'application/json', json, path, redirects, text } = route;
  if (json !== undefined || redirects !== undefined || text) return true;
  if (path.startsWith('/api/')) return true;
  return !/^text\/(html|css|javascript)/.test(produces);
}

/** The table has no order to rely on: it depends on the loader whether a module's exports come sorted. */
function byPath(one: Route, other: Route): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return methods.indexOf(one.method) - methods.indexOf(other.method);
}
