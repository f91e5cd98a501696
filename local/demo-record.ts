import { hostname } from 'node:os';
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';

/** The item with the state of the demo registry; only local tables have it. */
const key = { pk: { S: 'LOCAL#DEMO' }, sk: { S: 'LOCAL#DEMO' } };

/** How long a start that fills the table is considered alive, in milliseconds; it takes a few seconds. */
const timeoutMs = 60_000;

const Seeding = z.object({
  state: z.literal('seeding'),
  host: z.string(),
  processId: z.number(),
  since: z.number(),
});
const Ready = z.object({ state: z.literal('ready'), demo: z.unknown() });
const Stored = z.discriminatedUnion('state', [Seeding, Ready]);

/**
 * The state of the demo registry in a table.
 *
 * | state | means | the next start | |---|---|---| | `empty` | no items | fills it | | `seeding` | a start is filling
 * it, or was interrupted | creates the table again once that start has ended | | `ready` | filled; `demo` is the
 * content of demo.json | uses it | | `foreign` | items, but no demo | leaves it unchanged |
 */
export type DemoState =
  | { readonly state: 'empty' | 'foreign' }
  | z.output<typeof Seeding>
  | z.output<typeof Ready>;

export async function readDemoState(client: DynamoDBClient, table: string): Promise<DemoState> {
  const { Item } = await client.send(
    new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }),
  );
  if (Item) return Stored.parse(JSON.parse(Item['value']?.S ?? ''));
  const { Count } = await client.send(
    new ScanCommand({ TableName: table, Limit: 1, ConsistentRead: true }),
  );
  return { state: Count === 0 ? 'empty' : 'foreign' };
}

/** Whether the start that fills the table may be alive: it is recent, and not known to have ended. */
export function isUnderWay({ host, processId, since }: z.output<typeof Seeding>): boolean {
  if (Date.now() - since > timeoutMs || processId === process.pid) return false;
  if (host !== hostname()) return true;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM';
  }
}

/** Records that this process fills the table; false if another start has recorded it since `before`. */
export function claimSeeding(
  client: DynamoDBClient,
  table: string,
  before: DemoState,
): Promise<boolean> {
  const mine = { state: 'seeding', host: hostname(), processId: process.pid, since: Date.now() };
  return put(client, table, mine, before.state === 'seeding' ? before : null);
}

/** Records that the demo registry is complete. The next start with this table reads `demo`. */
export async function noteReady(
  client: DynamoDBClient,
  table: string,
  demo: unknown,
): Promise<void> {
  const Item = { ...key, value: { S: JSON.stringify({ state: 'ready', demo }) } };
  await client.send(new PutItemCommand({ TableName: table, Item }));
}

async function put(
  client: DynamoDBClient,
  table: string,
  value: object,
  expected: object | null,
): Promise<boolean> {
  const condition: Partial<PutItemCommandInput> =
    expected === null
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: '#value = :expected',
          ExpressionAttributeNames: { '#value': 'value' },
          ExpressionAttributeValues: { ':expected': { S: JSON.stringify(expected) } },
        };
  const Item = { ...key, value: { S: JSON.stringify(value) } };
  try {
    await client.send(new PutItemCommand({ TableName: table, Item, ...condition }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
