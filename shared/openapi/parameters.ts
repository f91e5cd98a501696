import type { Route, Schema } from '../http/route.ts';
import type { JsonSchema, Parameter, Reference } from './document.ts';
import { describeFields, describeParsedFields } from './json-schema.ts';

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a repetition safe for 24 hours: the same key with the same body gets the stored answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Path, query and header parameters of a row. */
export function parametersOf(route: Route): readonly (Parameter | Reference)[] {
  return [
    ...pathParameters(route),
    ...(route.query ? queryParameters(route.query) : []),
    ...(route.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function pathParameters({ path, params }: Route): readonly Parameter[] {
  const properties = params ? describeFields(params).properties : undefined;
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: properties?.[name] ?? { type: 'string' },
  }));
}

function queryParameters(query: Schema): readonly Parameter[] {
  const { properties, required } = describeFields(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: asParsed(query, name) ?? schema,
  }));
}

/** All of a query is strings on the wire; one that is parsed to a number or a boolean is described as that. */
function asParsed(query: Schema, name: string): JsonSchema | undefined {
  const schema = describeParsedFields(query).properties[name];
  const types: unknown[] = ['integer', 'number', 'boolean'];
  return types.includes(schema?.['type']) ? schema : undefined;
}
