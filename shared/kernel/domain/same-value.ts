/** Whether two JSON values say the same: lists in order, fields in any order; an absent field equals null. */
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
