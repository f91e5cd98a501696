import type { Schema } from '../../shared/kernel/http/route.ts';

/** A schema inside another schema; the output of this one goes through `pipe`. */
interface Part {
  readonly schema: Schema;
  readonly segment: string;
}

/** The schema and all its parts for input, each with its path. */
export function* walkSchema(
  schema: Schema,
  place: readonly string[] = [],
): Generator<{ readonly schema: Schema; readonly place: string }> {
  yield { schema, place: place.join('.') };
  for (const part of partsOf(schema)) {
    yield* walkSchema(part.schema, part.segment === '' ? place : [...place, part.segment]);
  }
}

function partsOf(schema: Schema): readonly Part[] {
  // zod's types leave this open: the definition of the type named in it.
  const def = schema._zod.def as unknown as Readonly<Record<string, unknown>>;
  const shape: Readonly<Record<string, Schema>> = (def['shape'] ?? {}) as Record<string, Schema>;
  const options: readonly Schema[] = (def['options'] ?? []) as Schema[];
  return [
    ...Object.entries(shape).map(([segment, field]) => ({ schema: field, segment })),
    ...options.map((option) => ({ schema: option, segment: '' })),
    ...['innerType', 'in', 'element', 'keyType', 'valueType', 'catchall'].flatMap((name) => {
      const part = def[name];
      return isSchema(part) ? [{ schema: part, segment: '' }] : [];
    }),
  ];
}

/** The schema that parses the value of a pipe, if it is a pipe. */
export function outOf(schema: Schema): Schema | undefined {
  const out = (schema._zod.def as unknown as Readonly<Record<string, unknown>>)['out'];
  return isSchema(out) ? out : undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}
