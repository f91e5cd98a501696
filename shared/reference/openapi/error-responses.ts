import { STATUS_CODES } from 'node:http';
import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import type { ErrorCase, Violation } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { inMaintenance } from '../../kernel/http/data-needs.ts';
import { pageType, type Route, type Schema } from '../../kernel/http/route.ts';
import * as oauthErrors from '../../oauth/errors/oauth-errors.ts';
import { violations } from '../../web/http/violations.ts';
import type { JsonSchema, MediaType, NamedExample, Reference, Response } from './document.ts';
import { describeFields } from './json-schema.ts';
import { headersOf } from './parameters.ts';

z.config(english());

const requestId = '6f8c1b2e-41d7-4c9a-b0d5-0b6f6a1f7e52';

/** Answers that are the same everywhere, by component name. */
const sharedErrors: Readonly<Record<string, ErrorCase>> = {
  BodyTooLarge: apiErrors.bodyTooLarge,
  InternalError: apiErrors.internalError,
  TooManyRequests: apiErrors.gatewayThrottled,
};

/** Headers of the shared answers, by component name. */
const sharedHeaders: Readonly<Partial<Record<string, Response['headers']>>> = {
  TooManyRequests: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
};

export function sharedResponses(schema: JsonSchema): Readonly<Record<string, Response>> {
  const responses = Object.entries(sharedErrors).map(([name, { error, code }]) => [
    name,
    {
      description: `${error}.`.replace(/\.\.$/, '.'),
      ...(sharedHeaders[name] && { headers: sharedHeaders[name] }),
      content: { 'application/json': { schema, example: { error, code, requestId } } },
    },
  ]);
  return Object.fromEntries(responses);
}

/** A row's error answers, by status; each message is a named example. */
export function errorResponses(
  route: Route,
  schema: JsonSchema,
): Readonly<Record<string, Response | Reference>> {
  const byStatus = Map.groupBy(errorCases(route), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, cases]) => [
      String(status),
      sharedReference(route, cases) ?? describe(route, status, cases, schema),
    ]),
  );
}

function sharedReference(route: Route, cases: readonly ErrorCase[]): Reference | undefined {
  const [only, another] = cases;
  if (only === undefined || another !== undefined) return undefined;
  const name = Object.keys(sharedErrors).find((key) => sharedErrors[key] === only) ?? '';
  const headers = Object.keys(headersOf(route, only.status));
  if (name === '' || isPageFor(route, only.status)) return undefined;
  if (headers.join() !== Object.keys(sharedHeaders[name] ?? {}).join()) return undefined;
  return { $ref: `#/components/responses/${name}` };
}

function describe(
  route: Route,
  status: number,
  cases: readonly ErrorCase[],
  schema: JsonSchema,
): Response {
  const headers = headersOf(route, status);
  if (route.path === '/mcp' && status === 400) return rpcRefusal;
  return {
    description: `${STATUS_CODES[status]}.`,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      'application/json': { schema, examples: namedExamples(route, cases) },
      ...(isPageFor(route, status) && { 'text/html': pageContent }),
    },
  };
}

/** The MCP endpoint's answer to an unreadable message: a JSON-RPC error. */
const rpcRefusal: Response = {
  description: 'An error of JSON-RPC 2.0: the message is wrong.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          jsonrpc: { type: 'string', description: 'Always `2.0`.' },
          id: { description: 'The id of the request; null if it cannot be read.' },
          error: {
            type: 'object',
            description: 'What is wrong, with a code of JSON-RPC or of the protocol.',
            properties: {
              code: {
                type: 'integer',
                description: 'The code of the error, such as -32700: the body is not valid JSON.',
              },
              message: { type: 'string', description: 'The error in a sentence.' },
            },
            required: ['code', 'message'],
          },
        },
        required: ['jsonrpc', 'error'],
      },
      example: {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_700, message: 'The body is not valid JSON' },
      },
    },
  },
};

/** Whether browsers get this error as a page, which needs the deployment's facts. */
function isPageFor({ errors, json, produces, service, text }: Route, status: number): boolean {
  if (produces !== pageType || service !== true) return false;
  return json !== undefined || text === true || errors.some((error) => error.status === status);
}

function namedExamples(
  route: Route,
  cases: readonly ErrorCase[],
): Readonly<Record<string, NamedExample>> {
  const examples: Record<string, NamedExample> = {};
  for (const error of cases) {
    const name = exampleName(error.code ?? error.error.split('. ')[0] ?? '');
    const unique = Object.hasOwn(examples, name) ? `${name}${Object.keys(examples).length}` : name;
    examples[unique] = {
      summary: error.error,
      ...(error.when !== undefined && { description: error.when }),
      value: envelope(route, error),
    };
  }
  return examples;
}

function exampleName(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^./, (letter) => letter.toLowerCase())
    .slice(0, 60);
}

/** The body of an error. OAuth and credential endpoints return only what their standards define. */
function envelope(route: Route, { error, code }: ErrorCase) {
  if (/^\/api\/(?:oauth|credentials)\//.test(route.path)) return { error };
  const details = detailsOf(route, error);
  return {
    error,
    ...(code !== undefined && { code }),
    ...(details.length > 0 && { details: details.slice(0, 2) }),
    requestId,
  };
}

/** The violations that the row's schemas report for a request without fields or with an invalid page. */
function detailsOf({ body, missingParameter, query }: Route, error: string): readonly Violation[] {
  if (query && error === apiErrors.invalidPagination.error) {
    return violationsOf(query, { limit: 'x' });
  }
  if (body && missingParameter && error === apiErrors.missingParameter(missingParameter).error) {
    return violationsOf(body, {});
  }
  if (!body || error !== apiErrors.invalidBody.error) return [];
  const found = missingParameter === undefined ? violationsOf(body, {}) : [];
  return found.length > 0 ? found : [malformed];
}

const malformed: Violation = {
  code: 'invalid_type',
  expected: 'JSON',
  received: 'malformed JSON',
  path: [],
  message: 'The body is not valid JSON',
};

function violationsOf(schema: Schema, input: Readonly<Record<string, unknown>>) {
  const result = z.safeParse(schema, input);
  return result.success ? [] : violations(result.error.issues, input);
}

type Row = Pick<
  Route,
  | 'auth'
  | 'body'
  | 'errors'
  | 'method'
  | 'notFound'
  | 'params'
  | 'path'
  | 'query'
  | 'servedInMaintenance'
  | 'table'
  | 'writes'
>;

/** All errors of a row: its own, and those of every row. */
export function errorCases(route: Row): readonly ErrorCase[] {
  const cases = new Map<string, ErrorCase>();
  for (const error of [...route.errors, ...sharedCases(route)]) {
    const identity = JSON.stringify([error.status, error.error, error.code]);
    if (!cases.has(identity)) cases.set(identity, error);
  }
  return [...cases.values()].sort((one, other) => one.status - other.status);
}

function sharedCases(route: Row): readonly ErrorCase[] {
  const { auth, body, notFound, params, path, query, table } = route;
  const shared: ErrorCase[] = [];
  // OAuth endpoints return `invalid_request`, which their rows declare.
  const oauth = path.startsWith('/api/oauth/');
  if (body && !oauth) shared.push(apiErrors.invalidBody);
  if (query && !oauth) {
    const fields = Object.keys(describeFields(query).properties);
    const pages = fields.filter((field) => pageFields.has(field));
    if (pages.length > 0) shared.push(apiErrors.invalidPagination);
    if (pages.length < fields.length) shared.push(apiErrors.invalidQuery);
  }
  if (auth.scheme === 'operator') shared.push(apiErrors.forbidden);
  if (params) shared.push(notFound ?? apiErrors.notFound);
  if (body) shared.push(apiErrors.bodyTooLarge);
  shared.push(apiErrors.gatewayThrottled);
  shared.push(oauth ? oauthErrors.internalError : apiErrors.internalError);
  if (table !== 'none') shared.push(oauth ? oauthErrors.unavailable : apiErrors.busy);
  if (inMaintenance(route) === 'refused') {
    shared.push(oauth ? oauthErrors.unavailable : apiErrors.maintenance);
  }
  return shared;
}

const pageFields: ReadonlySet<string> = new Set(['limit', 'cursor']);

/** A page, for browsers. */
export const pageContent: MediaType = {
  schema: { type: 'string' },
  example: '<!doctype html><html lang="en">…</html>',
};
