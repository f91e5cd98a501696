import type { CheckedBody, TableSchema } from './dynamodb-strictness.ts';

type Value = Readonly<Record<string, unknown>>;
type KeyCondition = {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly Value[];
};

const keyCondition =
  /begins_with\s*\(\s*([#\w.-]+)\s*,\s*(:\w+)\s*\)|([#\w.-]+)\s+BETWEEN\s+(:\w+)\s+AND\s+(:\w+)|([#\w.-]+)\s*(=|<=|>=|<|>)\s*(:\w+)/gi;
const maxSortKeyBytes = 1024;
const outsideBoundaries =
  'The provided starting key is outside query boundaries based on provided conditions';

/** Like `findStrictnessFault`, for one Query whose table is known. */
export function findQueryFault(request: CheckedBody, schema: TableSchema): string | undefined {
  const conditions = readKeyConditions(request);
  const types = new Map(
    schema.AttributeDefinitions.map(({ AttributeName, AttributeType }) => [
      AttributeName,
      AttributeType,
    ]),
  );
  const keySchema =
    schema.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === request.IndexName)
      ?.KeySchema ?? schema.KeySchema;
  const sortKey = keySchema.find(({ KeyType }) => KeyType === 'RANGE')?.AttributeName;
  for (const { name, values } of conditions)
    for (const value of values) {
      const type = types.get(name) ?? '';
      if (!(type in value))
        return 'One or more parameter values were invalid: Condition parameter type does not match schema type';
      if (value[type] === '')
        return `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`;
      if (name === sortKey && toBytes(value).length > maxSortKeyBytes)
        return `One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of ${maxSortKeyBytes} bytes`;
    }
  return findStartKeyFault(request, conditions) ?? findProjectionFault(request, schema);
}

function readKeyConditions(request: CheckedBody): KeyCondition[] {
  const names = request.ExpressionAttributeNames ?? {};
  const values = request.ExpressionAttributeValues ?? {};
  const condition = (name = '', operator = '', ...operands: (string | undefined)[]) => ({
    name: names[name] ?? name,
    operator,
    values: operands.map((operand) => values[operand ?? ''] ?? {}),
  });
  return [...(request.KeyConditionExpression ?? '').matchAll(keyCondition)].map(
    ([, prefixed, prefix, ranged, low, high, compared, operator, operand]) => {
      if (prefixed) return condition(prefixed, 'begins_with', prefix);
      if (ranged) return condition(ranged, 'between', low, high);
      return condition(compared, operator, operand);
    },
  );
}

function findStartKeyFault(
  request: CheckedBody,
  conditions: readonly KeyCondition[],
): string | undefined {
  const start = request.ExclusiveStartKey;
  if (!start) return undefined;
  const outside = conditions.some(({ name, operator, values: [first, second] }) => {
    const value = start[name];
    if (!value || !first) return false;
    const order = compare(value, first);
    switch (operator) {
      case '=':
        return order !== 0;
      // A start key at the edge of an open range is valid: the page begins after it.
      case '<':
      case '<=':
        return order > 0;
      case '>':
      case '>=':
        return order < 0;
      case 'between':
        return order < 0 || (second !== undefined && compare(value, second) > 0);
      default:
        return !String(value['S']).startsWith(String(first['S']));
    }
  });
  return outside ? outsideBoundaries : undefined;
}

/** DynamoDB's order: numbers by value, text by its UTF-8 bytes, binary by its bytes. */
function compare(left: Value, right: Value): number {
  if ('N' in left && 'N' in right) return Math.sign(Number(left['N']) - Number(right['N']));
  return Buffer.compare(toBytes(left), toBytes(right));
}

function toBytes(value: Value): Buffer {
  return 'B' in value
    ? Buffer.from(String(value['B']), 'base64')
    : Buffer.from(String(value['S'] ?? value['N']));
}

function findProjectionFault(request: CheckedBody, schema: TableSchema): string | undefined {
  const index = schema.GlobalSecondaryIndexes?.find((each) => each.IndexName === request.IndexName);
  if (!index || index.Projection.ProjectionType === 'ALL') return undefined;
  const projected = new Set([
    ...schema.KeySchema.map(({ AttributeName }) => AttributeName),
    ...index.KeySchema.map(({ AttributeName }) => AttributeName),
    ...(index.Projection.NonKeyAttributes ?? []),
  ]);
  const names = request.ExpressionAttributeNames ?? {};
  const missing = (request.ProjectionExpression?.split(',') ?? [])
    .map((path) => path.trim().split(/[.[]/)[0] ?? '')
    .map((name) => names[name] ?? name)
    .filter((name) => !projected.has(name));
  return missing.length > 0
    ? `One or more parameter values were invalid: Global secondary index ${index.IndexName} does not project [${missing.join(', ')}]`
    : undefined;
}
