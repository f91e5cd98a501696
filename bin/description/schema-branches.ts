import { arrayOf, isObject, type Json, objectOf, resolve, stringsOf } from './json.ts';

/** One way in which a value can be valid: a schema of one type (null: any), without unions and references. */
export interface Branch {
  readonly type: string | null;
  readonly keywords: Json;
  /** The component with exactly this content. */
  readonly component?: string | undefined;
}

type Way = Omit<Branch, 'type'>;

/** Keywords that do not affect which values are valid. */
const annotations: ReadonlySet<string> = new Set([
  '$comment',
  'contentMediaType',
  'deprecated',
  'description',
  'discriminator',
  'example',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);

/**
 * The branches of a schema (JSON Schema 2020-12): unions, lists of types and enums of several types are split, and
 * `allOf` and the keywords next to a union are merged into each branch.
 */
export function branchesOf(document: Json, schema: unknown): readonly Branch[] {
  return expand(document, schema).flatMap(byType);
}

/** Parts to merge: each applies to the same value. */
function expand(document: Json, schema: unknown): readonly Way[] {
  if (schema === false) return [];
  const { $ref, allOf, ...beside } = objectOf(schema);
  const own = Object.fromEntries(
    Object.entries(beside).filter(
      ([key, value]) =>
        !annotations.has(key) && !key.startsWith('x-') && !(unions.includes(key) && isUnion(value)),
    ),
  );
  let ways: readonly Way[] = [{ keywords: own }];
  if (typeof $ref === 'string') {
    const component = $ref.split('/').at(-1);
    const referred = expand(document, resolve(document, { $ref }));
    ways = combine(
      ways,
      referred.map(({ keywords }) => ({ keywords, component })),
    );
  }
  for (const part of arrayOf(allOf)) ways = combine(ways, expand(document, part));
  for (const union of unions.map((key) => beside[key]).filter(isUnion)) {
    ways = combine(
      ways,
      union.flatMap((part) => expand(document, part)),
    );
  }
  return ways;
}

const unions: readonly string[] = ['anyOf', 'oneOf'];

/** Unions that split by type. Alternatives without a type are one rule, and are compared as a whole. */
function isUnion(value: unknown): value is readonly unknown[] {
  const parts = arrayOf(value).map(objectOf);
  return parts.some((part) =>
    ['type', 'enum', 'const', '$ref', 'allOf'].some((key) => key in part),
  );
}

function combine(ones: readonly Way[], others: readonly Way[]): readonly Way[] {
  return ones.flatMap((one) =>
    others.map((other) => {
      if (Object.keys(one.keywords).length === 0) return other;
      if (Object.keys(other.keywords).length === 0) return one;
      return { keywords: merge(one.keywords, other.keywords) };
    }),
  );
}

/**
 * Both schemas merged. If a keyword's values can't be merged, that of the second schema wins, because it is more
 * specific.
 */
function merge(one: Json, other: Json): Json {
  const merged: Record<string, unknown> = { ...one, ...other };
  if ('properties' in one && 'properties' in other) {
    const [mine, theirs] = [objectOf(one['properties']), objectOf(other['properties'])];
    merged['properties'] = {
      ...mine,
      ...Object.fromEntries(
        Object.entries(theirs).map(([name, schema]) => [
          name,
          Object.hasOwn(mine, name) ? { allOf: [mine[name], schema] } : schema,
        ]),
      ),
    };
  }
  if ('required' in one || 'required' in other) {
    merged['required'] = [...stringsOf(one['required']), ...stringsOf(other['required'])];
  }
  for (const [keyword, stricter] of limits) {
    const [mine, theirs] = [one[keyword], other[keyword]];
    if (typeof mine === 'number' && typeof theirs === 'number') {
      merged[keyword] = stricter(mine, theirs);
    }
  }
  if (Array.isArray(one['enum']) && Array.isArray(other['enum'])) {
    const theirs = other['enum'];
    merged['enum'] = one['enum'].filter((value) => theirs.includes(value));
  }
  return merged;
}

/** Limits, and which of two applies. */
const limits: readonly (readonly [string, (...values: number[]) => number])[] = [
  ...['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'].map(
    (keyword) => [keyword, Math.min] as const,
  ),
  ...['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'].map(
    (keyword) => [keyword, Math.max] as const,
  ),
];

function byType({ keywords: all, component }: Way): readonly Branch[] {
  const { type, const: only, ...keywords } = all;
  const values = only === undefined ? keywords['enum'] : [only];
  if (!Array.isArray(values)) {
    const types = typeof type === 'string' ? [type] : stringsOf(type);
    if (types.length === 0) return [{ type: null, keywords, component }];
    return types.map((each) => ({ type: each, keywords: ofType(each, keywords), component }));
  }
  return [...Map.groupBy(values, typeOf)].map(([each, list]) => ({
    type: each,
    keywords: { ...ofType(each, keywords), enum: list },
    component,
  }));
}

/** Keywords that apply only to certain types. */
const typesOf: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['string'], ['maxLength', 'minLength', 'pattern', 'format', 'contentEncoding']],
  [
    ['integer', 'number'],
    ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'multipleOf', 'format'],
  ],
  [['array'], ['items', 'prefixItems', 'maxItems', 'minItems', 'uniqueItems', 'contains']],
  [
    ['object'],
    [
      'properties',
      'required',
      'additionalProperties',
      'propertyNames',
      'patternProperties',
      'minProperties',
      'maxProperties',
      'dependentRequired',
    ],
  ],
];

function ofType(type: string, keywords: Json): Json {
  const spokenOf = typesOf.flatMap(([, names]) => names);
  const mine = typesOf.flatMap(([types, names]) => (types.includes(type) ? names : []));
  return Object.fromEntries(
    Object.entries(keywords).filter(([name]) => mine.includes(name) || !spokenOf.includes(name)),
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
