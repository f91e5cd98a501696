import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../shared/reference/openapi/document.ts';
import {
  componentName,
  fieldNotes,
  fieldsOf,
  isSchema,
  noteKeys,
  partsOf,
} from '../../shared/reference/openapi/field-notes.ts';
import { compile, description } from '../support/described-requests.ts';
import { root } from '../support/documents.ts';

interface Field {
  readonly places: readonly string[];
  readonly schema: JsonSchema;
}

/** Yields all fields of a schema at any depth. */
function* fieldsIn(schema: JsonSchema, places: readonly string[]): Generator<Field> {
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    yield { places: [...places, name], schema: field };
    yield* fieldsIn(field, [...places, name]);
  }
  for (const part of partsOf(schema)) yield* fieldsIn(part, places);
  const { items } = schema;
  if (isSchema(items)) yield* fieldsIn(items, places);
}

const fields = Object.entries(description.components.schemas).flatMap(([name, schema]) => [
  ...fieldsIn(schema, [componentName(name)]),
]);
const named = fields.map(({ places, schema }) => ({ place: places.join('.'), schema }));

/** Whether its values have fields, which are described separately. */
function hasFields(schema: JsonSchema): boolean {
  const { $ref, type, items } = schema;
  if ($ref !== undefined || type === 'object') return true;
  return [...partsOf(schema), ...(isSchema(items) ? [items] : [])].some(hasFields);
}

/** Whether it is a file, or must not be sent at all. */
function isNothingToShow({ format, not }: JsonSchema): boolean {
  return format === 'binary' || not !== undefined;
}

describe('fields in the API description', () => {
  it('all have a description', () => {
    const without = named.filter(({ schema: { description: text } }) => !text);
    expect(without.map(({ place }) => place)).toEqual([]);
  });

  it('explain a null only if they can be null', () => {
    const wrong = named.filter(
      ({ schema }) =>
        /; null /.test(String(schema['description'])) &&
        ['type', '$ref', 'enum', 'anyOf', 'oneOf'].some((keyword) => keyword in schema) &&
        !JSON.stringify(schema).includes('"null"'),
    );
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  it('have an example unless they have fields', () => {
    const without = named.filter(
      ({ schema }) =>
        !hasFields(schema) && !isNothingToShow(schema) && schema['examples'] === undefined,
    );
    expect(without.map(({ place }) => place)).toEqual([]);
  });

  it('have valid examples', () => {
    const wrong = named.filter(({ schema }) => {
      const { examples = [], ...json } = schema;
      return (examples as readonly unknown[]).some((example) => !compile(json)(example));
    });
    expect(wrong.map(({ place, schema }) => [place, schema['examples']])).toEqual([]);
  });

  it('have their descriptions in one place', async () => {
    const files = globSync('shared/*/contracts/descriptions.ts', { cwd: root });
    const described = await Promise.all(files.map((file) => import(join(root, file))));
    const keys = described.flatMap(({ descriptions }) => Object.keys(descriptions));
    expect(keys.toSorted()).toEqual([...fieldNotes.keys()].toSorted());
  });

  it('use every available description', () => {
    const used = fields.map(({ places }) => noteKeys(places).find((key) => fieldNotes.has(key)));
    expect([...fieldNotes.keys()].filter((key) => !used.includes(key))).toEqual([]);
  });
});

const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
const parameters = [
  ...operations,
  { operationId: 'all', parameters: Object.values(description.components.parameters) },
].flatMap(({ operationId, parameters: all = [] }) =>
  all.flatMap((one) =>
    '$ref' in one ? [] : [{ place: `${operationId} ${one.in} ${one.name}`, one }],
  ),
);

describe('parameters in the API description', () => {
  it('all have a description', () => {
    expect(parameters.filter(({ one }) => !one.description)).toEqual([]);
  });

  it('have a valid example', () => {
    const wrong = parameters.filter(({ one }) => !compile(one.schema)(one.example));
    expect(wrong).toEqual([]);
  });
});

it('every header in the API description has a description and an example', () => {
  const headers = Object.entries(description.components.headers);
  expect(headers.filter(([, one]) => !one.description || one.example === undefined)).toEqual([]);
});

it('every group in the API description has a description', () => {
  expect(description.tags.filter((tag) => !tag.description)).toEqual([]);
});

it('the API description has a contact', () => {
  expect(description.info.contact).toEqual({ name: 'The registry that runs this service' });
});
