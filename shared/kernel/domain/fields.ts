/**
 * Only the given fields of an object, in this order. A field that is absent or undefined stays
 * absent.
 */
export function picked<T extends object, Field extends keyof T>(
  item: T,
  fields: readonly Field[],
): Pick<T, Field> {
  const entries = fields.map((field) => [field, item[field]] as const);
  // Each of them was just taken from the object.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Pick<T, Field>;
}

/** A record with the same value for each name. */
export function each<Name extends string, T>(names: readonly Name[], value: T): Record<Name, T> {
  // It has exactly these names.
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, T>;
}

/**
 * The fields of `usual` with an object's values; the default where a value is absent or undefined.
 */
export function orUsual<T extends object>(
  item: { readonly [Field in keyof T]?: T[Field] | undefined },
  usual: T,
): T {
  const known = Object.entries(item).filter(
    ([name, value]) => Object.hasOwn(usual, name) && value !== undefined,
  );
  return { ...usual, ...Object.fromEntries(known) };
}
