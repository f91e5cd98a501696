import { fieldExamples } from '../notes/field-examples.ts';
import type { JsonSchema } from './document.ts';
import { type FieldSamples, partsOf } from './field-samples.ts';

const byFormat: Readonly<Partial<Record<string, string>>> = {
  uuid: '6a0c9a70-3b51-4a53-9d0b-0f4f6f8a1c2d',
  'date-time': '2026-01-16T09:30:00.000Z',
  date: '1990-04-23',
  uri: 'https://documents.example/2f0c7f0e?X-Amz-Expires=3600',
  email: 'ada@example.com',
};

/**
 * An example of a field: from an operation's example, else the only value that its schema allows, else that of
 * a field of the same name elsewhere. Undefined for a value with fields of its own, which have their own
 * examples.
 */
export function exampleOf(
  schema: JsonSchema,
  places: readonly string[],
  samples: FieldSamples,
): unknown {
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

/** The schema of a value that may also be null, as long as it has no fields; null for one that has. */
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
  // The elements of a list are a schema.
  const element = obviousOf(items as JsonSchema);
  return element === undefined ? undefined : [element];
}
