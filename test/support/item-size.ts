/** An attribute's value as DynamoDB writes it: `{ "S": "…" }`. */
type Value = Readonly<Record<string, unknown>>;

/**
 * Bytes of an item as DynamoDB counts them: names and values in UTF-8, numbers by their digits, and three bytes for a list
 * or a map with one for each element
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
export function itemSize(item: Readonly<Record<string, unknown>>): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(Object(value)),
    0,
  );
}

function valueSize(value: Value): number {
  const [[type, held] = []] = Object.entries(value);
  if (type === 'S') return Buffer.byteLength(String(held));
  if (type === 'N') return Math.ceil(String(held).replace(/[-.]/g, '').length / 2) + 1;
  if (type === 'M') return 3 + itemSize(Object(held)) + Object.keys(Object(held)).length;
  if (type === 'L' && Array.isArray(held))
    return 3 + held.reduce((sum: number, each) => sum + valueSize(Object(each)) + 1, 0);
  return 1;
}
