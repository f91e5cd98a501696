import type { Route } from '../../kernel/http/route.ts';
import type { JsonSchema } from './document.ts';

/** Values that fields have in the operations' examples: by the field's places, joined with dots, or by `*.name`. */
export type FieldSamples = ReadonlyMap<string, unknown>;

interface Described {
  readonly bodies: Readonly<Record<string, JsonSchema>>;
  readonly answers: Readonly<Record<string, JsonSchema>>;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

const prefix = '#/components/schemas/';

/** What the examples of all operations show of each field of the components, the first one that is not null. */
export function fieldSamples(
  routes: readonly Route[],
  { bodies, answers, components }: Described,
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
      if (!isPlain(inner)) continue;
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

/** Here a component for requests has the same name as the one for answers. */
export function componentName(component: string): string {
  return component.replace(/Input$/, '');
}

/** The fields of an object that this very schema names. */
export function fieldsOf({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  // The fields of a JSON Schema are schemas.
  return isSchema(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {};
}

/** The schemas of a union of types; alternatives that only restrict a type don't count. */
export function partsOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return [anyOf, oneOf]
    .flatMap((union) => (Array.isArray(union) ? union : []))
    .filter((part) => 'type' in part || '$ref' in part);
}

/** Whether a part of a JSON Schema is a schema, not a list or a word. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value has no fields of its own: a text, a number, or a list of them. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isPlain);
  return typeof value !== 'object';
}
