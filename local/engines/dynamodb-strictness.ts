import * as z from 'zod';
import { findExpressionFault } from './dynamodb-expression-strictness.ts';
import { findQueryFault } from './dynamodb-query-strictness.ts';

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }));

/** The parts of DescribeTable about keys and indexes. */
export const TableSchema = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  KeySchema,
  GlobalSecondaryIndexes: z.optional(
    z.array(
      z.object({
        IndexName: z.string(),
        KeySchema,
        Projection: z.object({
          ProjectionType: z.string(),
          NonKeyAttributes: z.optional(z.array(z.string())),
        }),
      }),
    ),
  ),
});
export type TableSchema = z.output<typeof TableSchema>;

/** Attributes by name. Not copied, because each request to the table is parsed here. */
const Item = z.custom<Readonly<Record<string, Readonly<Record<string, unknown>>>>>(
  (item) => isObject(item) && Object.values(item).every(isObject),
);
const Expressions = {
  TableName: z.optional(z.string()),
  ConditionExpression: z.optional(z.string()),
  FilterExpression: z.optional(z.string()),
  UpdateExpression: z.optional(z.string()),
  KeyConditionExpression: z.optional(z.string()),
  ProjectionExpression: z.optional(z.string()),
  ExpressionAttributeNames: z.optional(z.record(z.string(), z.string())),
  ExpressionAttributeValues: z.optional(Item),
  Item: z.optional(Item),
};
const Action = z.object(Expressions);
type Action = z.output<typeof Action>;

const Body = z.object({
  ...Expressions,
  IndexName: z.optional(z.string()),
  ExclusiveStartKey: z.optional(Item),
  TransactItems: z.optional(z.array(z.record(z.string(), Action))),
  RequestItems: z.optional(z.unknown()),
});
const BatchWrites = z.record(
  z.string(),
  z.array(z.object({ PutRequest: z.optional(z.object({ Item })) })),
);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The checked part of a request's JSON body. */
export type CheckedBody = z.output<typeof Body>;

const maxIndexKeyBytes: Readonly<Record<string, number>> = { HASH: 2048, RANGE: 1024 };

/**
 * The ValidationException message that DynamoDB would return for a request that the local engine accepts, or undefined.
 * Covers key conditions (types, empty strings, sizes), foreign start keys, projections of attributes that an index
 * lacks, over-long index keys, and what `findExpressionFault` finds.
 */
export async function findStrictnessFault(
  operation: string,
  body: unknown,
  schemaOf: (tableName: string) => Promise<TableSchema | undefined>,
): Promise<string | undefined> {
  const request = Body.parse(body);
  const actions = [
    request,
    ...(request.TransactItems ?? []).flatMap((each) => Object.values(each)),
  ];
  const batch = operation === 'BatchWriteItem' ? BatchWrites.parse(request.RequestItems) : {};
  const batchActions: Action[] = Object.entries(batch).flatMap(([TableName, writes]) =>
    writes.map(({ PutRequest }) => ({ TableName, Item: PutRequest?.Item })),
  );
  for (const action of [...actions, ...batchActions]) {
    const fault = findExpressionFault(action);
    if (fault) return fault;
  }
  if (operation === 'Query' && request.TableName !== undefined) {
    const schema = await schemaOf(request.TableName);
    return schema && findQueryFault(request, schema);
  }
  for (const action of [...actions, ...batchActions]) {
    const schema =
      action.TableName && (action.Item || action.UpdateExpression)
        ? await schemaOf(action.TableName)
        : undefined;
    const fault = schema && findLongIndexKey(writtenAttributes(action), schema);
    if (fault) return fault;
  }
  return undefined;
}

/** The attributes that a Put or an Update's `SET name = :value` stores. */
function writtenAttributes(
  action: Action,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  if (action.Item) return action.Item;
  const written: Record<string, Readonly<Record<string, unknown>>> = {};
  const assignments = (action.UpdateExpression ?? '').matchAll(/(?<![#\w])([#\w]+)\s*=\s*(:\w+)/g);
  for (const [, name = '', value = ''] of assignments) {
    const stored = action.ExpressionAttributeValues?.[value];
    if (stored) written[action.ExpressionAttributeNames?.[name] ?? name] = stored;
  }
  return written;
}

function findLongIndexKey(
  attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  schema: TableSchema,
): string | undefined {
  for (const { IndexName, KeySchema } of schema.GlobalSecondaryIndexes ?? [])
    for (const { AttributeName, KeyType } of KeySchema) {
      const limit = maxIndexKeyBytes[KeyType] ?? Number.POSITIVE_INFINITY;
      if (byteLength(attributes[AttributeName]) > limit)
        return `One or more parameter values were invalid: Size of ${KeyType === 'HASH' ? 'hashkey' : 'rangekey'} ${AttributeName} has exceeded the maximum size limit of ${limit} bytes IndexName: ${IndexName}`;
    }
  return undefined;
}

function byteLength(value: Readonly<Record<string, unknown>> | undefined): number {
  if (typeof value?.['S'] === 'string') return Buffer.byteLength(value['S']);
  return typeof value?.['B'] === 'string' ? Buffer.from(value['B'], 'base64').length : 0;
}
