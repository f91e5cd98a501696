import { isRevalidated, type Route } from '../../kernel/http/route.ts';
import { getApproval } from '../routes/meta.ts';
import { batchOf, type ComponentSchemas, jsonOf } from './component-schemas.ts';
import type { MediaType, OpenApiOperation, RequestBody, Response } from './document.ts';
import { errorResponses, pageContent } from './error-responses.ts';
import { linksOf } from './links.ts';
import { headersOf, parametersOf } from './parameters.ts';
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
      [String(route.success ?? 200)]: successOf(route, schemas),
      ...acceptedOf(route, schemas),
      ...redirectsOf(route),
      ...unchangedOf(route),
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
    limit && 'The key’s rate limits apply.',
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
  const json = bodies[jsonOf(route.operationId)];
  return {
    required: route.bodyPresence !== 'optional',
    content: {
      [route.bodyMedia ?? mediaTypes[route.bodyType ?? 'json']]: withExample(
        schema,
        route.example?.request,
      ),
      ...(route.jsonBody &&
        json && { 'application/json': withExample(json, route.jsonBody.example) }),
    },
  };
}

function successOf(route: Route, { answers }: ComponentSchemas): Response {
  const headers = headersOf(route, 200);
  const schema = answers[route.operationId];
  const links = linksOf(route);
  const { alternative } = route;
  const batch = answers[batchOf(route.operationId)];
  const content = {
    ...otherContent(route),
    ...(schema && { 'application/json': withExample(schema, route.example?.response) }),
    ...(alternative && batch && { [alternative.type]: withExample(batch, alternative.example) }),
  };
  return {
    description: 'Success.',
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(content).length > 0 && { content }),
    ...(links && { links }),
  };
}

/** The answer for a request that waits for a second operator, or for the owner of the key. */
function acceptedOf(
  { secondOperator, asksOwner }: Route,
  { answers }: ComponentSchemas,
): Readonly<Record<string, Response>> {
  const schema = answers[asksOwner ? 'getApproval' : 'adminGetApproval'];
  if (!(secondOperator || asksOwner) || schema === undefined) return {};
  const description = asksOwner
    ? 'Nothing was paid or submitted yet: the key needs its owner’s approval. Poll the approval.'
    : 'A second operator must approve the request first, or an identical request was already carried out.';
  const content = asksOwner ? withExample(schema, getApproval.example.response) : { schema };
  return { '202': { description, content: { 'application/json': content } } };
}

/** Content that no JSON schema describes: pages, texts and files. */
function otherContent({ files, produces, response, text }: Route): Response['content'] {
  if (files) return Object.fromEntries(files.map((type) => [type, fileContent]));
  const [type] = produces?.split(';') ?? [];
  return {
    ...(text && {
      'text/plain': { schema: { type: 'string' }, example: 'AGREEMENT OF COEXISTENCE …' },
    }),
    ...(type !== undefined && !response && otherTypes[type]),
  };
}

const fileContent: MediaType = { schema: { type: 'string', format: 'binary' } };

const otherTypes: Readonly<Partial<Record<string, Response['content']>>> = {
  'text/html': { 'text/html': pageContent },
  'application/json': { 'application/json': { schema: { type: 'object' } } },
};

function redirectsOf({ redirects = [] }: Route): Readonly<Record<string, Response>> {
  const headers = {
    location: {
      description: 'The address that the browser goes to.',
      schema: { type: 'string' },
      example: 'https://client.example/callback?code=Qm4ZtH0vX2yL7cP9sK1wB6nD3fG8jR5aE0uTiOqWeYx',
    },
  };
  return Object.fromEntries(
    redirects.map(({ status, when }) => [status, { description: when, headers }]),
  );
}

/** The answer for a caller that already has the current version. */
function unchangedOf(route: Route): Readonly<Record<string, Response>> {
  if (!isRevalidated(route)) return {};
  return { '304': { description: 'Nothing has changed.', headers: headersOf(route, 304) } };
}

function withExample(schema: MediaType['schema'], example: unknown): MediaType {
  return { schema, ...(example !== undefined && { example }) };
}
