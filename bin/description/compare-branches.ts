import { createHash } from 'node:crypto';
import type { Direction } from './compare-schemas.ts';
import { type Json, objectOf, same, stringsOf } from './json.ts';
import type { Branch } from './schema-branches.ts';

const upper = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'];
const lower = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];
const known: ReadonlySet<string> = new Set([
  ...upper,
  ...lower,
  'additionalProperties',
  'default',
  'enum',
  'items',
  'properties',
  'propertyNames',
  'required',
]);

/** Compares nested schemas. */
type Nested = (place: string, before: unknown, after: unknown) => readonly string[];

/** Like `compareSchemas`, but for two branches of one type. */
export function compareBranches(
  direction: Direction,
  nested: Nested,
  place: string,
  { keywords: before }: Branch,
  { keywords: after }: Branch,
): readonly string[] {
  return [
    ...values(direction, place, before, after),
    ...rules(direction, place, before, after),
    ...fields(direction, nested, place, before, after),
    ...others(direction, nested, place, before, after),
    ...names(direction, nested, place, before, after),
    ...elements(direction, nested, place, before, after),
  ];
}

function values(
  direction: Direction,
  place: string,
  { enum: before }: Json,
  { enum: after }: Json,
): readonly string[] {
  const [needed, offered] = direction === 'request' ? [before, after] : [after, before];
  if (!Array.isArray(offered)) return [];
  if (!Array.isArray(needed)) {
    return direction === 'request'
      ? [`${place}: only ${list(offered)} are taken now`]
      : [`${place}: can be other values now than ${list(offered)}`];
  }
  return needed
    .filter((value) => !offered.some((other) => same(value, other)))
    .map((value) =>
      direction === 'request'
        ? `${place}: ${JSON.stringify(value)} is no longer taken`
        : `${place}: can be ${JSON.stringify(value)} now`,
    );
}

function list(values: readonly unknown[]): string {
  const shown = values.slice(0, 5).map((value) => JSON.stringify(value));
  return `${shown.join(', ')}${values.length > 5 ? `, … (${values.length} values)` : ''}`;
}

/** Limits, and rules that can only be compared as a whole: a pattern, a format, and the allowed values. */
function rules(direction: Direction, place: string, before: Json, after: Json): readonly string[] {
  const [needed, offered] = direction === 'request' ? [before, after] : [after, before];
  const keywords = Object.keys(offered).filter((keyword) => {
    const [limit, other] = [needed[keyword], offered[keyword]];
    if (upper.includes(keyword)) return limit === undefined || Number(limit) > Number(other);
    if (lower.includes(keyword)) return limit === undefined || Number(limit) < Number(other);
    return !known.has(keyword) && !same(limit, other);
  });
  const defaultChanged =
    direction === 'request' &&
    before['default'] !== undefined &&
    !same(before['default'], after['default']);
  return [...keywords, ...(defaultChanged ? ['default'] : [])]
    .sort()
    .map((keyword) => `${place}: ${keyword} ${text(before[keyword])} → ${text(after[keyword])}`);
}

function text(value: unknown): string {
  if (value === undefined) return 'none';
  const whole = JSON.stringify(value);
  if (whole.length <= 60) return `\`${whole}\``;
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 8);
  return `\`${whole.slice(0, 20)}…\` (SHA-256 ${digest}…)`;
}

function fields(
  direction: Direction,
  nested: Nested,
  place: string,
  before: Json,
  after: Json,
): readonly string[] {
  const request = direction === 'request';
  const [earlier, later] = [objectOf(before['properties']), objectOf(after['properties'])];
  const [bound, free] = request ? [after, before] : [before, after];
  const kept = stringsOf(free['required']);
  const required = new Set(
    stringsOf(bound['required'])
      .filter((name) => !kept.includes(name))
      // A field that is gone from an answer is reported once.
      .filter((name) => request || Object.hasOwn(later, name)),
  );
  return [
    ...[...required].map((name) =>
      request
        ? `${inside(place, name)}: is required now`
        : `${inside(place, name)}: can be absent now`,
    ),
    ...Object.entries(earlier).flatMap(([name, schema]) =>
      Object.hasOwn(later, name)
        ? nested(inside(place, name), schema, later[name])
        : [`${inside(place, name)}: is gone`],
    ),
  ];
}

/** Additional fields without their own names. */
function others(
  direction: Direction,
  nested: Nested,
  place: string,
  { additionalProperties: before = {} }: Json,
  { additionalProperties: after = {} }: Json,
): readonly string[] {
  const [needed, offered] = direction === 'request' ? [before, after] : [after, before];
  if (needed === false || offered === true || same(offered, {})) return [];
  const at = inside(place, '*');
  if (offered === false) {
    return [
      direction === 'request'
        ? `${place}: other fields are refused now`
        : `${place}: can have other fields now`,
    ];
  }
  return nested(at, before, after);
}

function names(
  direction: Direction,
  nested: Nested,
  place: string,
  { propertyNames: before }: Json,
  { propertyNames: after }: Json,
): readonly string[] {
  const offered = direction === 'request' ? after : before;
  if (offered === undefined) return [];
  const text = { type: 'string' };
  return nested(`${place} names of fields`, before ?? text, after ?? text);
}

function elements(
  direction: Direction,
  nested: Nested,
  place: string,
  { items: before }: Json,
  { items: after }: Json,
): readonly string[] {
  const offered = direction === 'request' ? after : before;
  if (offered === undefined) return [];
  return nested(inside(place, '[]'), before ?? {}, after ?? {});
}

/** `x \`a\`` and `b` become `x \`a.b\``. */
function inside(place: string, name: string): string {
  const dot = name === '[]' ? '' : '.';
  return place.endsWith('`') ? `${place.slice(0, -1)}${dot}${name}\`` : `${place} \`${name}\``;
}
