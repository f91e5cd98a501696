import { registryLimits } from '../../kernel/domain/rate-window.ts';
import type { Route } from '../../kernel/http/route.ts';
import { componentSchemas } from './component-schemas.ts';
import { sharedResponses } from './error-responses.ts';
import { sentWebhooks } from './links.ts';
import { listNames, nameLists } from './name-lists.ts';
import { describeOperation } from './operation.ts';
import { headers, idempotencyKey } from './parameters.ts';
import { securitySchemes } from './security.ts';
import { shareRepeated } from './share-repeated.ts';
import { tagsOf } from './tags.ts';

/** A JSON Schema 2020-12, which is what OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface NamedExample {
  readonly summary: string;
  readonly description?: string;
  readonly value: unknown;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, NamedExample | Reference>>;
}

/** An operation that can follow an answer, with its parameters as runtime expressions. */
export interface Link {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly links?: Readonly<Record<string, Link>>;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated?: true;
  readonly security: readonly SecurityRequirement[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly 'x-required-oauth-scope'?: string;
  readonly 'x-required-agent-scope'?: string;
  readonly 'x-required-partner-scope'?: string;
  readonly 'x-spec-section': string;
}

/** A webhook that the service sends. */
export interface Webhook {
  readonly post: JsonSchema & { readonly tags: readonly string[] };
}

export interface Tag {
  readonly name: string;
  readonly description?: string;
}

/** The part of OpenAPI 3.1.0 that this service's description uses. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    /** With its address where a deployment serves the description: OpenAPI Generator rejects a relative one. */
    readonly contact: { readonly name: string; readonly url?: string };
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly webhooks: Readonly<Record<string, Webhook>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly examples: Readonly<Record<string, NamedExample>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

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
      // Not a deployment's own contact, because the description is the same for all.
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
      examples: {},
      responses: sharedResponses(schemas.error),
      schemas: schemas.components,
    },
  };
  return shareRepeated(nameLists(described, listNames));
}

/**
 * Whether API clients use the route. Pages and their resources are for browsers, except JSON, plain text, redirects,
 * and pages to which other applications send browsers.
 */
export function isForPrograms(route: Route): boolean {
  const { produces = 'application/json', json, onlyRefuses, path, redirects, text } = route;
  if (onlyRefuses) return false;
  if (json !== undefined || redirects !== undefined || text) return true;
  if (path.startsWith('/api/')) return true;
  return !produces.startsWith('text/');
}

/** Sorted explicitly, because the order of a module's exports depends on the loader. */
function byPath(one: Route, other: Route): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return methods.indexOf(one.method) - methods.indexOf(other.method);
}

/** What applies to all operations: credentials, errors, idempotency, limits. Markdown. */
const introduction = `Verify resident permit numbers, search the registry of legal entities, and let residents incorporate companies, read them and file for them. Operators have [another description](/docs/reference?api=operators).

## Credentials

Send a key as \`Authorization: Bearer <key>\`. A Standard Key (\`sk-\`) can do everything that its owner can. An Agent Key (\`ak-\`) can do what its scopes allow; each operation names the scope it needs. A Partner Key (\`pk-\`) belongs to one approved integration. A call without a credential gets 401 \`Missing API key\`. A credential that is not valid here gets 401 \`Invalid API key\`. Resources that the caller cannot see are reported as 404.

## Errors

Every error is a JSON object with \`error\`, a fixed message. \`details\` has one entry for each invalid field. \`code\` is a stable name for the error. \`requestId\` helps support find the call; every response has the same id in \`X-Request-Id\`. Responses can gain fields: ignore those that you do not know.

## Repeating a call

Operations with an \`Idempotency-Key\` are safe to repeat for 24 hours. Send the same key with the same body to get the stored response, with \`Idempotency-Replayed: true\`. The same key with another body gets 409.

## Polling

JSON that you read with a key or token has an \`ETag\`. Send it in \`If-None-Match\` to get 304, without a body, while nothing has changed. Such calls are authenticated and counted like any other. Responses with document links have no \`ETag\`, because the links expire. While you wait for something, \`nextSteps.pollAfterSeconds\` tells you when to read again; it is null when the case has ended. The event feed reports changes, so you do not have to poll each resource.

## Limits

Verification and search share ${registryLimits.perMinute} calls per minute and ${registryLimits.perDay} per day for each key, counted by the UTC minute and the UTC day. The \`RateLimit\` headers of their responses show how many calls are left. A call over the limit gets 429 with \`Retry-After\` and is not counted. A body can have up to 1 MB.

## Browsers and HEAD

HEAD works wherever GET does, and changes nothing. Scripts from any origin can call discovery, key set, token, revocation, userinfo, device authorization, \`/api/v1/me/*\` and this description; cookies are ignored there. Operations that accept keys do not answer scripts from other origins, because a key must never be in a web page.
`;
