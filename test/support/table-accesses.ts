import type { RequestBody } from './dynamodb-proxy.ts';

/** One action of a request, as IAM evaluates it. */
export interface TableAccess {
  readonly action: string;
  /** An index that is read instead of the table. */
  readonly index: string | null;
  /** The items that it touches; a query names a partition only. */
  readonly keys: readonly TouchedKey[];
}

export interface TouchedKey {
  readonly pk: string;
  readonly sk: string;
}

/**
 * The table access of a request. A transaction is evaluated item by item, under the actions of its
 * parts; a batch is a separate action.
 */
export function tableAccesses(operation: string, body: RequestBody): readonly TableAccess[] {
  const { TransactItems, RequestItems, IndexName } = body;
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems') {
    return list(TransactItems).flatMap((item) =>
      Object.entries(Object(item)).map(([kind, part]) =>
        access(transacted[kind] ?? kind, keyOf(part)),
      ),
    );
  }
  if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
    return Object.values(Object(RequestItems)).map((asked) =>
      access(
        operation,
        ...(operation === 'BatchGetItem' ? list(Object(asked).Keys) : list(asked))
          .flatMap((part) => ('pk' in Object(part) ? [part] : Object.values(Object(part))))
          .map((part) => ('pk' in Object(part) ? readKey(part) : keyOf(part))),
      ),
    );
  }
  if (operation === 'Query' || operation === 'Scan') {
    const index = typeof IndexName === 'string' ? IndexName : null;
    return [{ action: operation, index, keys: queried(body) }];
  }
  return 'Key' in body || 'Item' in body ? [access(operation, keyOf(body))] : [];
}

const transacted: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

function access(action: string, ...keys: readonly TouchedKey[]): TableAccess {
  return { action, index: null, keys };
}

function keyOf(part: unknown): TouchedKey {
  const { Key, Item } = Object(part);
  return readKey(Key ?? Item);
}

function readKey(key: unknown): TouchedKey {
  const { pk, sk } = Object(key);
  return { pk: String(pk?.S), sk: String(sk?.S) };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The partition of a query, whose condition starts with `name = :value`. */
function queried(body: RequestBody): readonly TouchedKey[] {
  const { KeyConditionExpression, ExpressionAttributeValues } = body;
  const [, name = ''] = /^\s*\(?\s*\S+\s*=\s*(:\w+)/.exec(String(KeyConditionExpression)) ?? [];
  const value: unknown = Object(ExpressionAttributeValues)[name]?.S;
  return typeof value === 'string' ? [{ pk: value, sk: '' }] : [];
}
