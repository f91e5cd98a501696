import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ItemKey } from './keys.ts';

/** The one table, and the client that speaks to it. */
export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
}

/** An item as the document client gives it, before its schema has looked at it. */
export type Item = Readonly<Record<string, unknown>>;

/** Timeouts are far below API Gateway's 29 s, so that a caller hears from us first. */
export function openTable(name: string): Table {
  const client = new DynamoDBClient({
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000 },
  });
  return {
    name,
    client: DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
    }),
  };
}

/** One item, strongly consistent; undefined when there is none. */
export async function getItem(table: Table, key: ItemKey): Promise<Item | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return item;
}

/**
 * Up to 100 items in one round trip, strongly consistent, in the order of `keys`.
 *
 * Undefined where there is none. What the table hands back as unprocessed is asked for again.
 */
export async function getItems<const Keys extends readonly ItemKey[]>(
  table: Table,
  keys: Keys,
): Promise<{ readonly [K in keyof Keys]: Item | undefined }> {
  const found = new Map<string, Item>();
  let wanted: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
  while (wanted.length > 0) {
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({
        RequestItems: { [table.name]: { Keys: wanted, ConsistentRead: true } },
      }),
    );
    for (const item of Responses?.[table.name] ?? [])
      found.set(`${item['pk']}\n${item['sk']}`, item);
    wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
  }
  // The mapped tuple has one entry per key, which `map` can't express.
  return keys.map(({ pk, sk }) => found.get(`${pk}\n${sk}`)) as {
    readonly [K in keyof Keys]: Item | undefined;
  };
}
