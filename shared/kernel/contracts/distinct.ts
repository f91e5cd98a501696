import * as z from 'zod/mini';

/** A list as a set: in the order sent, each value once, at most 20. */
export function distinct<S extends z.core.$ZodType<string, string>>(element: S) {
  return z.array(element).check(
    z.maxLength(20),
    z.overwrite((values) => [...new Set(values)]),
  );
}
