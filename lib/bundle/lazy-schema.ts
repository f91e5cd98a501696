/**
 * A schema that is created when it is first used. A function imports the schemas of all its rows
 * and needs few of them for a call. Bundled by droppable-constants.ts.
 */
export function lazySchema<S extends object>(make: () => S): S {
  // Until then its prototype is a proxy, which is asked for every property. Then it has the
  // properties and the prototype of the created schema, and costs nothing more.
  const created = (): S => {
    const schema = make();
    Object.setPrototypeOf(lazy, Object.getPrototypeOf(schema));
    return Object.defineProperties(lazy, Object.getOwnPropertyDescriptors(schema));
  };
  // It has everything that a schema has, as soon as anything is read.
  const lazy: S = Object.create(
    new Proxy({} as S, {
      get: (_, name) => created()[name as keyof S],
      has: (_, name) => name in created(),
    }),
  );
  return lazy;
}
