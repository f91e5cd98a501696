/** An object of a parsed JSON document whose content is unknown. */
export type Json = Readonly<Record<string, unknown>>;

/** The object itself, or an empty one for anything else. */
export function objectOf(value: unknown): Json {
  // An object that is not an array has string keys and unknown values.
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The array itself, or an empty one for anything else. */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The strings of an array. */
export function stringsOf(value: unknown): readonly string[] {
  return arrayOf(value).filter((element) => typeof element === 'string');
}

/** Follows a `$ref` within the document. Any other value, or an unresolved reference, is returned unchanged. */
export function resolve(document: Json, value: unknown): Json {
  const { $ref } = objectOf(value);
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return objectOf(value);
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => objectOf(at)[key], document);
  return resolve(document, target);
}

/** Whether both are equal; the order of keys doesn't matter. */
export function same(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => one.localeCompare(other)))
      : inner,
  );
}
