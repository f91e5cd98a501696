import { isRevalidated, type Route, type Schema } from '../../kernel/http/route.ts';
import type { Header, JsonSchema, Parameter, Reference } from './document.ts';
import { pathNotes, queryNotes } from './field-notes.ts';
import { describeFields, describeParsedFields } from './json-schema.ts';

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Lets you repeat a call safely for 24 hours: the same key with the same body returns the stored response. Use a random value such as a UUID, because the stored response is encrypted with it.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '0194b58e-7a11-7d63-8f2e-5c1a9b3d4e6f',
};

const operatorApproval: Parameter = {
  name: 'Operator-Approval',
  in: 'header',
  required: false,
  description:
    'Approves this exact request after another operator has sent it. Send the id from that operator’s 202 response.',
  schema: { type: 'string' },
  example: '3c5f0a52-8a1d-4f0e-9b7c-2d1e0f9a8b7c',
};

/** Path, query and header parameters of a row. */
export function parametersOf(route: Route): readonly (Parameter | Reference)[] {
  return [
    ...pathParameters(route),
    ...(route.query ? queryParameters(route.operationId, route.query) : []),
    ...(route.secondOperator ? [operatorApproval] : []),
    ...(route.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function pathParameters({ path, params }: Route): readonly Parameter[] {
  const properties = params ? describeFields(params).properties : undefined;
  const parts = path.split('/');
  return parts.flatMap((part, at) => {
    const name = /^\{(\w+)\+?\}$/.exec(part)?.[1];
    if (name === undefined) return [];
    return {
      name,
      in: 'path',
      required: true,
      ...noteOf(pathNotes, [parts[at - 1] ?? '']),
      schema: properties?.[name] ?? { type: 'string' },
    };
  });
}

function queryParameters(operationId: string, query: Schema): readonly Parameter[] {
  const { properties, required } = describeFields(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...noteOf(queryNotes, [`${operationId}.${name}`, name]),
    schema: asParsed(query, name) ?? schema,
  }));
}

/** The first note among the keys; none if missing, which a test reports. */
function noteOf(
  notes: Readonly<Partial<Record<string, readonly [string, unknown]>>>,
  keys: readonly string[],
): Pick<Parameter, 'description' | 'example'> {
  const [note] = keys.flatMap((key) => (notes[key] ? [notes[key]] : []));
  return note ? { description: note[0], example: note[1] } : {};
}

/** Query parameters are strings; one that is parsed to a number or a boolean is described as that. */
function asParsed(query: Schema, name: string): JsonSchema | undefined {
  const schema = describeParsedFields(query).properties[name];
  const types: unknown[] = ['integer', 'number', 'boolean'];
  return types.includes(schema?.['type']) ? schema : undefined;
}

/** Headers of answers, by component name. */
export const headers: Readonly<Record<string, Header>> = {
  RateLimitPolicy: {
    description: 'Both limits: calls (`q`) and the length of the window in seconds (`w`).',
    schema: { type: 'string' },
    example: '"minute";q=50;w=60, "day";q=5000;w=86400',
  },
  RateLimit: {
    description: 'For both windows: calls left (`r`) and seconds until the window restarts (`t`).',
    schema: { type: 'string' },
    example: '"minute";r=49;t=30, "day";r=4999;t=52230',
  },
  XRateLimitLimit: {
    description: 'The limit of the window with the fewest calls left.',
    schema: { type: 'integer' },
    example: 50,
  },
  XRateLimitRemaining: {
    description: 'Calls left in the window of `X-RateLimit-Limit`.',
    schema: { type: 'integer' },
    example: 49,
  },
  XRateLimitReset: {
    description: 'When the window of `X-RateLimit-Limit` restarts, in Unix seconds.',
    schema: { type: 'integer' },
    example: 1768555860,
  },
  RetryAfter: {
    description: 'Seconds until you can try again.',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  IdempotencyReplayed: {
    description: '`true` if this is the stored response to an earlier call with the same key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  ETag: {
    description:
      'Identifies this version of the response. Send it in `If-None-Match` to get 304 while nothing has changed. Responses with document links have none, because the links expire.',
    schema: { type: 'string' },
    example: '"pGq3v0cXnFvQm1dKz8TsbA"',
  },
  WwwAuthenticate: {
    description: 'The kind of credential that the service expects.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
};

const rateLimits = {
  'RateLimit-Policy': component('RateLimitPolicy'),
  RateLimit: component('RateLimit'),
  'X-RateLimit-Limit': component('XRateLimitLimit'),
  'X-RateLimit-Remaining': component('XRateLimitRemaining'),
  'X-RateLimit-Reset': component('XRateLimitReset'),
};

/** Answers sent before the call is counted, or because it could not be. */
const uncounted: ReadonlySet<number> = new Set([401, 403, 500, 503]);

/** Headers of one answer of a row. */
export function headersOf(route: Route, status: number): Readonly<Record<string, Reference>> {
  return {
    ...(route.limit === 'registry' && !uncounted.has(status) && rateLimits),
    ...((status === 429 || status === 503) && { 'Retry-After': component('RetryAfter') }),
    ...(status === 401 && { 'WWW-Authenticate': component('WwwAuthenticate') }),
    ...((status === 200 || status === 304) && isRevalidated(route) && { ETag: component('ETag') }),
    ...(status === 200 &&
      route.idempotent && { 'Idempotency-Replayed': component('IdempotencyReplayed') }),
  };
}

function component(name: string): Reference {
  return { $ref: `#/components/headers/${name}` };
}
