import { globSync } from 'node:fs';
import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { JsonSchema } from './document.ts';

/** Each capability's notes on fields, parameters and errors, in a separate file so that functions don't bundle them. */
interface Described {
  readonly descriptions: Readonly<Record<string, string>>;
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly pathParameters?: ParameterNotes;
  readonly queryParameters?: ParameterNotes;
  readonly errorNotes?: ErrorNotes;
}

const shared = new URL('../../', import.meta.url);
const described: readonly Described[] = await Promise.all(
  globSync('*/contracts/descriptions.ts', { cwd: shared }).map(
    (file) => import(new URL(file, shared).href),
  ),
);

/**
 * Descriptions of fields for integrators, by name, or more specifically by `Around.name`, where `Around` is the
 * component or field that contains them.
 */
export const fieldNotes: ReadonlyMap<string, string> = new Map(
  described.flatMap(({ descriptions }) => Object.entries(descriptions)),
);

/** Examples of fields that no operation's example contains, by the same names. */
const fieldExamples: Readonly<Partial<Record<string, unknown>>> = Object.assign(
  {},
  ...described.map(({ examples }) => examples),
);

/** Parameters of paths, by the part of the path before them. */
export const pathNotes: Readonly<Partial<ParameterNotes>> = Object.assign(
  {},
  ...described.map(({ pathParameters }) => pathParameters),
);

/** Parameters of queries, by their name, or by `operationId.name`. */
export const queryNotes: Readonly<Partial<ParameterNotes>> = Object.assign(
  {},
  ...described.map(({ queryParameters }) => queryParameters),
);

/** The meaning of each error code and what to do, from all capabilities. A test checks that codes and notes match. */
export const errorNotes: readonly ErrorNotes[] = described.flatMap(({ errorNotes: notes }) =>
  notes === undefined ? [] : [notes],
);

/** The keys under which a field's note can be found, most specific first. `places` is the path from its component. */
export function noteKeys(places: readonly string[]): readonly string[] {
  const name = places.at(-1) ?? '';
  const around = places.slice(0, -1).toReversed();
  return [...around.map((place) => `${place}.${name}`), name];
}

/**
 * The components with a description of each field, followed by its rules, and an example for each field that lacks one.
 */
export function withFieldNotes(
  components: Readonly<Record<string, JsonSchema>>,
  samples: FieldSamples,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [
      name,
      noted(schema, [componentName(name)], samples),
    ]),
  );
}

function noted(schema: JsonSchema, places: readonly string[], samples: FieldSamples): JsonSchema {
  const part = (value: unknown) => (isSchema(value) ? noted(value, places, samples) : value);
  const parts = Object.entries(schema).map(([keyword, value]) => {
    switch (keyword) {
      case 'properties':
        return [keyword, notedFields(schema, places, samples)];
      case 'items':
        return [keyword, part(value)];
      case 'anyOf':
      case 'oneOf':
        return [keyword, isUnion(value) ? value.map(part) : value];
      default:
        return [keyword, value];
    }
  });
  return Object.fromEntries(parts);
}

function notedFields(schema: JsonSchema, places: readonly string[], samples: FieldSamples) {
  return Object.fromEntries(
    Object.entries(fieldsOf(schema)).map(([name, field]) => {
      const within = [...places, name];
      const [found] = noteKeys(within).flatMap((key) => fieldNotes.get(key) ?? []);
      const note = allowsNull(field) ? found : found?.replace(/; null [^.;]*(?=\.)/, '');
      const inner = noted(field, within, samples);
      const description = [note, inner['description']].filter(Boolean).join(' ');
      const example = exampleOf(field, within, samples);
      return [
        name,
        {
          ...inner,
          ...(description && { description }),
          ...(example !== undefined && { examples: [example] }),
        },
      ];
    }),
  );
}

/** Whether a field can be null. Fields of one name share a note, which may explain a null that only some of them have. */
function allowsNull(schema: JsonSchema): boolean {
  const { type } = schema;
  if (type === undefined && !('$ref' in schema)) {
    const parts = partsOf(schema);
    return parts.length === 0 || parts.some(allowsNull);
  }
  return Array.isArray(type) ? type.includes('null') : type === 'null';
}

/** Whether the alternatives define a value; others only say which fields belong together. */
function isUnion(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value) && value.some((part) => 'type' in part || '$ref' in part);
}

const byFormat: Readonly<Partial<Record<string, string>>> = {
  uuid: '6a0c9a70-3b51-4a53-9d0b-0f4f6f8a1c2d',
  'date-time': '2026-01-16T09:30:00.000Z',
  date: '1990-04-23',
  uri: 'https://documents.example/2f0c7f0e?X-Amz-Expires=3600',
  email: 'ada@example.com',
};

/**
 * An example of a field: from an operation's example, or the only allowed value, or a field of the same name elsewhere.
 * Undefined for a value with fields, which have their own examples.
 */
function exampleOf(schema: JsonSchema, places: readonly string[], samples: FieldSamples): unknown {
  const only = plainValueOf(schema);
  if (only === null) return undefined;
  if (only['const'] !== undefined) return only['const'];
  const name = places.at(-1) ?? '';
  const ways = [
    () => samples.get(places.join('.')),
    () => fieldExamples[places.slice(-2).join('.')],
    () => (only['format'] === 'uuid' ? byFormat['uuid'] : fieldExamples[name]),
    () => obviousOf(only),
    () => samples.get(`*.${name}`),
  ];
  return ways.map((way) => way()).find((example) => example !== undefined);
}

/** The schema of a nullable value without fields; null if it has fields. */
function plainValueOf(schema: JsonSchema): JsonSchema | null {
  const parts = partsOf(schema).filter(({ type }) => type !== 'null');
  const [only = schema, another] = parts;
  if (another !== undefined) return parts.every(isPlain) ? { ...only, type: undefined } : null;
  return isPlain(only) ? only : null;
}

function isPlain(schema: JsonSchema): boolean {
  if ('$ref' in schema || schema['type'] === 'object') return false;
  const { items } = schema;
  return typeof items !== 'object' || items === null || plainValueOf(items as JsonSchema) !== null;
}

function obviousOf(schema: JsonSchema): unknown {
  const { enum: values, format, items, type } = schema;
  if (Array.isArray(values)) return values[0];
  if (type === 'boolean' || (Array.isArray(type) && type.includes('boolean'))) return true;
  if (typeof format === 'string' && byFormat[format] !== undefined) return byFormat[format];
  if (type !== 'array') return undefined;
  // The elements of a list are described by a schema.
  const element = obviousOf(items as JsonSchema);
  return element === undefined ? undefined : [element];
}

/** Example values from the operations: by the field's path, joined with dots, or by `*.name`. */
type FieldSamples = ReadonlyMap<string, unknown>;

interface DescribedBodies {
  readonly bodies: Readonly<Record<string, JsonSchema>>;
  readonly answers: Readonly<Record<string, JsonSchema>>;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

const prefix = '#/components/schemas/';

/** Examples of each component field from all operations: the first one that is not null. */
export function fieldSamples(
  routes: readonly Route[],
  { bodies, answers, components }: DescribedBodies,
): FieldSamples {
  const samples = new Map<string, unknown>();
  const keep = (key: string, value: unknown) => {
    if (!samples.has(key)) samples.set(key, value);
  };
  const walk = (schema: JsonSchema, value: unknown, places: readonly string[]): void => {
    const { $ref } = schema;
    if (typeof $ref === 'string') {
      const name = $ref.slice(prefix.length);
      walk(components[name] ?? {}, value, [componentName(name)]);
      return;
    }
    for (const part of partsOf(schema)) walk(part, value, places);
    if (Array.isArray(value)) {
      const { items } = schema;
      if (isSchema(items)) for (const element of value) walk(items, element, places);
    }
    if (!isSchema(value)) return;
    for (const [name, field] of Object.entries(fieldsOf(schema))) {
      const inner = value[name];
      if (inner === undefined || inner === null) continue;
      const within = [...places, name];
      walk(field, inner, within);
      if (!isPlainObject(inner)) continue;
      keep(within.join('.'), inner);
      keep(`*.${name}`, inner);
    }
  };
  for (const { operationId, example } of routes) {
    walk(bodies[operationId] ?? {}, example?.request, []);
    walk(answers[operationId] ?? {}, example?.response, []);
  }
  return samples;
}

/** Removes the suffix of request components. */
export function componentName(component: string): string {
  return component.replace(/Input$/, '');
}

/** The fields that this schema itself defines. */
export function fieldsOf({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  // The fields of a JSON Schema are schemas.
  return isSchema(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {};
}

/** The schemas of a union of types, without alternatives that only restrict a type. */
export function partsOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return [anyOf, oneOf]
    .flatMap((union) => (Array.isArray(union) ? union : []))
    .filter((part) => 'type' in part || '$ref' in part);
}

/** Whether a part of a JSON Schema is itself a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value has no fields: a text, a number, or a list of them. */
function isPlainObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isPlainObject);
  return typeof value !== 'object';
}
