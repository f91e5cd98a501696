/** These fields of a thing, in this order, and nothing else of it. A field that is absent or undefined stays absent. */
export function picked<T extends object, Field extends keyof T>(
  thing: T,
  fields: readonly Field[],
): Pick<T, Field> {
  const entries = fields.map((field) => [field, thing[field]] as const);
  // Each of them was just taken from the thing.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Pick<T, Field>;
}

/** The same value under each of these names. */
export function each<Name extends string, T>(names: readonly Name[], value: T): Record<Name, T> {
  // All of the names, and no other.
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, T>;
}

/** The fields of `usual` as a thing has them; the usual value where it is absent or undefined. */
export function orUsual<T extends object>(
  thing: { readonly [Field in keyof T]?: T[Field] | undefined },
  usual: T,
): T {
  const known = Object.entries(thing).filter(
    ([name, value]) => Object.hasOwn(usual, name) && value !== undefined,
  );
  return { ...usual, ...Object.fromEntries(known) };
}
