import { parse } from 'node:querystring';
import jsonBodyParser from '@middy/http-json-body-parser';
import formBodyParser from '@middy/http-urlencode-body-parser';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { checkForm } from '../../kernel/http/form.ts';
import { pageType, type Route, type Schema } from '../../kernel/http/route.ts';
import { type ApiMiddleware, mediaType, type Sealable } from '../http/request.ts';
import { violations } from '../http/violations.ts';

z.config(english());

/** The maximum body size of a row without its own, in bytes. */
const maxBodyBytes = 1_048_576;

/** The maximum number of fields in a form: a thousand choices, and some others. */
const maxFields = 2_000;

/** The error for a body that the row does not accept. */
interface BodyFormat {
  readonly parser: { readonly before?: (request: never) => unknown };
  readonly type: string;
  readonly name: string;
}

const formats = {
  json: { parser: jsonBodyParser(), type: 'application/json', name: 'JSON' },
  form: { parser: formBodyParser(), type: 'application/x-www-form-urlencoded', name: 'a form' },
} satisfies Record<string, BodyFormat>;

/** Parses path, query and body with the row's schemas; 404 or 400 before the logic runs. */
export function parseRequest(route: Route): ApiMiddleware {
  return {
    before: async ({ event, context: { progress } }) => {
      if (route.params) progress.params = pathOf(route, event.pathParameters ?? {});
      if (route.query) progress.query = queryOf(route.query, event.queryStringParameters ?? {});
      if (!route.body) return;
      if (route.bodyType === 'bytes') {
        progress.body = bytesOf(event, route.maxBodyBytes);
        return;
      }
      if (route.sealable && mediaType(event) === 'application/jwt') {
        const text = decode(bytesOf(event, route.maxBodyBytes));
        progress.body = { kind: 'sealed', text } satisfies Sealable<never>;
        return;
      }
      const body = await readBody(route, event);
      const form = route.bodyType === 'form' && route.produces === pageType;
      if (form) {
        progress.body = checkForm(route.body, body);
        return;
      }
      const value = bodyOf(route, route.body, body);
      progress.body = route.sealable
        ? ({ kind: 'open', value } satisfies Sealable<unknown>)
        : value;
    },
  };
}

function pathOf(route: Route, input: unknown): unknown {
  const result = z.safeParse(route.params ?? z.unknown(), input);
  if (result.success) return result.data;
  throw (route.notFound ?? apiErrors.notFound)();
}

function queryOf(schema: Schema, input: unknown): unknown {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  const details = violations(result.error.issues, input);
  const aboutPages = details.every(({ path }) => path[0] === 'limit' || path[0] === 'cursor');
  throw aboutPages ? apiErrors.invalidPagination(details) : apiErrors.invalidQuery(details);
}

function bodyOf(route: Route, schema: Schema, input: unknown): unknown {
  const complaint = route.bodyCheck?.(input) ?? null;
  if (complaint !== null) throw complaint();
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  const { issues } = result.error;
  const details = violations(issues, input);
  const name = route.missingParameter;
  const isThere = issues.some((issue) => issue.code === 'custom' && issue.params?.['isThere']);
  if (name !== undefined && details[0]?.path[0] === name && !isThere) {
    throw apiErrors.missingParameter(name)(details);
  }
  throw apiErrors.invalidBody(details);
}

/** The value of the body. Any parsing error is one violation of the whole body. */
async function readBody(route: Route, event: APIGatewayProxyEvent): Promise<unknown> {
  const bodyType = route.bodyType === 'form' ? 'form' : 'json';
  if (event.body === null || event.body === '') {
    // A form without fields has no body.
    if (route.bodyPresence === 'optional' || bodyType === 'form') return {};
    throw malformed('JSON', 'undefined', 'A JSON body is required');
  }
  const text = decode(bytesOf(event, route.maxBodyBytes));
  if (bodyType === 'form') refuseBadEscapes(text);
  const format: BodyFormat = formats[bodyType];
  // The parsers only know two spellings of the header's name, without a space before its
  // parameters.
  const headers = { 'content-type': mediaType(event) };
  const request = { event: { ...event, headers, body: text as unknown, isBase64Encoded: false } };
  try {
    // The parsers only read and replace these three fields of the event.
    await format.parser.before?.(request as never);
  } catch (error) {
    const key = forbiddenKey(error);
    if (key !== null) throw apiErrors.invalidField([], `The body must not have a key ${key}`);
    const wrongType = error instanceof Error && Reflect.get(error, 'statusCode') === 415;
    throw wrongType
      ? malformed(format.type, 'another content type', `Content-Type must be ${format.type}`)
      : malformed(format.name, `malformed ${format.name}`, `The body is not valid ${format.name}`);
  }
  return bodyType === 'form' ? everyField(text) : request.event.body;
}

/**
 * The key for which the parser rejects a JSON body: with `__proto__`, or a `constructor` that has a
 * `prototype`, careless copying would change all objects.
 */
function forbiddenKey(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined;
  const key: unknown = Object(cause).data;
  if (key === '__proto__') return 'named __proto__';
  return key === 'constructor' ? 'named constructor with one named prototype in it' : null;
}

/** The parser silently drops all fields after the thousandth. */
function everyField(text: string): unknown {
  if (text.split('&').length > maxFields) {
    throw malformed('a form', 'too many fields', `A form has ${maxFields} fields at most`);
  }
  return parse(text, '&', '=', { maxKeys: maxFields });
}

function bytesOf(
  { body, isBase64Encoded }: APIGatewayProxyEvent,
  largest: number = maxBodyBytes,
): Uint8Array {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > largest) throw apiErrors.bodyTooLarge();
  return bytes;
}

/** The parser accepts malformed escapes, which `decode` below must reject. */
function refuseBadEscapes(text: string): void {
  try {
    decodeURIComponent(text);
  } catch {
    throw malformed('UTF-8', 'other bytes', 'The body is not valid UTF-8');
  }
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/** Bytes that are not UTF-8 are rejected: lenient decoding would store something else. */
function decode(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    throw malformed('UTF-8', 'other bytes', 'The body is not valid UTF-8');
  }
}

function malformed(expected: string, received: string, message: string): ApiError {
  return apiErrors.invalidBody([{ code: 'invalid_type', expected, received, path: [], message }]);
}
