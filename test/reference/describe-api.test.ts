import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { PageOf, PageQuery } from '../../shared/kernel/contracts/pagination.ts';
import { Instant, Line, textPattern } from '../../shared/kernel/contracts/text.ts';
import { defineRoute } from '../../shared/kernel/http/route.ts';
import { describeApi } from '../../shared/reference/openapi/document.ts';
import { LegalEntity } from '../../shared/registry/contracts/legal-entity.ts';

const listThings = defineRoute({
  operationId: 'listThings',
  method: 'GET',
  path: '/admin/v1/things/{thingId}',
  entry: 'functions/admin/things.ts',
  summary: 'List things',
  tag: 'Things',
  auth: { scheme: 'operator' },
  params: z.object({ thingId: z.guid() }),
  query: PageQuery,
  response: PageOf(LegalEntity),
  errors: [],
  table: 'read',
  spec: '1',
});

const makeThing = defineRoute({
  operationId: 'makeThing',
  method: 'POST',
  path: '/api/v1/things',
  entry: 'functions/things/make.ts',
  summary: 'Make a thing',
  description: 'Once.',
  tag: 'Things',
  auth: { scheme: 'key', agentScope: 'agent:entity.read' },
  body: z.object({ name: Line(20), since: z.optional(Instant), count: z._default(z.int(), 1) }),
  bodyPresence: 'optional',
  response: z.object({ data: LegalEntity }),
  example: { request: { name: 'one' } },
  errors: [
    { status: 409, error: 'Taken', code: 'thing.taken', when: 'The name is in use.' },
    { status: 409, error: 'Taken', code: 'thing.busy' },
  ],
  table: 'read',
  limit: 'registry',
  idempotent: 'answer',
  deprecatedFor: '/api/v2/things',
  spec: '2',
});

const document = describeApi([listThings, makeThing]);
const list = document.paths['/admin/v1/things/{thingId}']?.['get'];
const make = document.paths['/api/v1/things']?.['post'];

it('the description has a separate group with IAM for operator routes', () => {
  expect(list).toMatchObject({ tags: ['Operators: Things'], security: [{ awsSigV4: [] }] });
  expect(document.tags.map(({ name }) => name)).toEqual(['Things', 'Operators: Things']);
});

it('the description shows a query number as a number, and a path parameter with its schema', () => {
  expect(list?.parameters).toEqual([
    { name: 'thingId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: 'The maximum number of entries on a page.',
      example: 20,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    },
    {
      name: 'cursor',
      in: 'query',
      required: false,
      description: '`nextCursor` of the previous page. Leave it out for the first page.',
      example: 'QVVESVQjMDE5NGI1',
      schema: {
        type: 'string',
        maxLength: 400,
        pattern: '^[A-Za-z0-9_-]+$',
        description: 'Must be a cursor from this list.',
      },
    },
  ]);
});

it('the description shows a body as sent, before defaults and transformations', () => {
  expect(document.components.schemas['MakeThingRequest']).toEqual({
    type: 'object',
    properties: {
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 20,
        pattern: textPattern('filled'),
        description: 'Must not contain control or invisible characters.',
        examples: ['one'],
      },
      since: {
        type: 'string',
        anyOf: [
          { type: 'string', format: 'date-time', pattern: expect.stringMatching('T') },
          { type: 'string', format: 'date' },
        ],
        description:
          'Since when the person has represented the entity. Must be an ISO 8601 date-time. Must be within the years 0000 to 9999 in UTC.',
        examples: ['2026-01-16T09:30:00.000Z'],
      },
      // The range of JSON integers that every language can represent.
      count: { type: 'integer', default: 1, minimum: -(2 ** 53 - 1), maximum: 2 ** 53 - 1 },
    },
    required: ['name'],
  });
  expect(make?.requestBody).toEqual({
    required: false,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/MakeThingRequest' },
        example: { name: 'one' },
      },
    },
  });
});

it('the description refers to each contract by its exported name', () => {
  const reference = { $ref: '#/components/schemas/LegalEntity' };
  expect(document.components.schemas).toMatchObject({
    ListThingsAnswer: { properties: { data: { type: 'array', items: reference } } },
    MakeThingAnswer: { properties: { data: reference } },
    LegalEntity: { required: expect.arrayContaining(['id', 'name']) },
  });
});

it('the description shows the scope of a key and the replacement of a deprecated operation', () => {
  expect(make).toMatchObject({
    deprecated: true,
    description:
      'Deprecated: use `/api/v2/things`.\n\nOnce.\n\nAn Agent Key needs the scope `agent:entity.read`.\n\nThe key’s rate limits apply.',
    security: [{ standardKey: [] }, { agentKey: [] }],
    parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
    'x-required-agent-scope': 'agent:entity.read',
    'x-spec-section': '2',
  });
});

it('the description groups errors by status, with one example per message', () => {
  expect(Object.keys(make?.responses ?? {})).toEqual([
    '200',
    '400',
    '409',
    '413',
    '429',
    '500',
    '503',
  ]);
  expect(make?.responses['409']).toMatchObject({
    content: {
      'application/json': {
        examples: {
          thingTaken: {
            summary: 'Taken',
            description: 'The name is in use.',
            value: { error: 'Taken', code: 'thing.taken' },
          },
          thingBusy: { summary: 'Taken', value: { error: 'Taken', code: 'thing.busy' } },
        },
      },
    },
  });
});

it('the description has rate limit headers on every response to a rate-limited call', () => {
  const withHeader = Object.entries(make?.responses ?? {}).filter(
    ([, response]) => 'headers' in response && response.headers && 'RateLimit' in response.headers,
  );
  expect(withHeader.map(([status]) => status)).toEqual(['200', '400', '409', '413', '429']);
});
