import type { Field } from './command.ts';
import { Failure } from './failure.ts';
import { optionName } from './option-name.ts';

export type Body = Readonly<Record<string, unknown>>;

/** Options as they were given, by the name of their field. */
export type Given = ReadonlyMap<string, unknown>;

/** The JSON object in `text`, which came from `source`. */
export function parseBody(text: string, source: string): Body {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Failure('usage', `${source} is not JSON`);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Failure('usage', `${source} is not a JSON object`);
  }
  // An object that is not an array has string keys.
  return body as Body;
}

/** The body: the fields of `base`, overridden by those given as options. */
export function composeBody(fields: readonly Field[], given: Given, base: Body): Body {
  const body = structuredClone(base);
  for (const field of fields) {
    if (given.has(field.name)) assign(body, field.name.split('.'), bodyValue(field, given));
  }
  const missing = fields.filter(({ name, required }) => required && !Object.hasOwn(body, name));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => `--${optionName(name)}`).join(', ');
    throw new Failure('usage', `missing: ${names}`);
  }
  return body;
}

/** Query parameters of the filters that were given. */
export function composeQuery(filters: readonly Field[], given: Given): Record<string, string> {
  const entries = filters.filter(({ name }) => given.has(name));
  return Object.fromEntries(entries.map(({ name }) => [name, String(given.get(name))]));
}

function bodyValue({ name, kind, clearable }: Field, given: Given): unknown {
  const value = given.get(name);
  if (kind === 'list') {
    if (!Array.isArray(value) || !value.includes('none')) return value;
    return clearable ? null : [];
  }
  return clearable && value === 'none' ? null : value;
}

function assign(target: object, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    Reflect.set(target, key, value);
    return;
  }
  const found: unknown = Object.hasOwn(target, key) ? Reflect.get(target, key) : null;
  const inner = typeof found === 'object' && found !== null ? found : {};
  Reflect.set(target, key, inner);
  assign(inner, rest, value);
}
