/** The fields that a PATCH sets: absent or undefined stay as they are. */
export type Revision<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/**
 * A flat thing after a revision, and the fields with which it differs from before: none when the revision
 * says nothing new. Lists are compared in their order.
 */
export function revised<T extends object>(
  before: T,
  revision: Revision<T>,
): { readonly next: T; readonly changes: Readonly<Record<string, unknown>> } {
  const changes = Object.fromEntries(
    Object.entries(revision).filter(
      ([field, value]) => value !== undefined && !isSame(Reflect.get(before, field), value),
    ),
  );
  return { next: { ...before, ...changes }, changes };
}

function isSame(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
