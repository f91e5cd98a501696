/**
 * Whether two JSON values are equal: lists in order, fields in any order; an absent field equals
 * null.
 */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, at) => isSameValue(item, right[at]));
  }
  if (!isRecord(left) || !isRecord(right)) return (left ?? null) === (right ?? null);
  const fields = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...fields].every((field) => isSameValue(left[field], right[field]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON with sorted names: equal values have the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** The fields that a PATCH sets; absent or undefined fields do not change. */
type Revision<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/**
 * A flat object after a revision, and the changed fields: none if the revision changes nothing. The
 * order of lists matters.
 */
export function revised<T extends object>(
  before: T,
  revision: Revision<T>,
): { readonly next: T; readonly changes: Readonly<Record<string, unknown>> } {
  const changes = Object.fromEntries(
    Object.entries(revision).filter(
      ([field, value]) => value !== undefined && !isSameValue(Reflect.get(before, field), value),
    ),
  );
  return { next: { ...before, ...changes }, changes };
}
