import type { Measure } from '../domain/metric.ts';
import { timeLimits } from '../runtime/client-parts.ts';
import { pause } from '../runtime/deadline.ts';
import type { ItemKey } from './keys.ts';
import { openTableClient, type TableClient, type TableSettings } from './table-client.ts';
import { TableBusyError } from './table-error.ts';

/** The number of attempts for unprocessed keys; pauses grow to about a second. */
const batchAttempts = 6;

/** The table and its client. */
export interface Table {
  readonly name: string;
  readonly client: TableClient;
  /** Receives the metrics of transactions once they are written; default: they are not recorded. */
  readonly measure?: (measure: Measure) => void;
}

/** An item as the document client returns it, not yet checked against a schema. */
export type Item = Readonly<Record<string, unknown>>;

/**
 * A DynamoDB client with timeouts. DynamoDB answers within milliseconds or, in an outage, not at
 * all: an attempt times out after two and a half seconds, so three fit into a function's time.
 */
export function tableClient(settings: Partial<TableSettings> = {}): TableClient {
  return openTableClient({ ...timeLimits({ attempts: 3, requestTimeout: 2_500 }), ...settings });
}

/** The table with this name, through a client. */
export function tableOver(name: string, client: TableClient): Table {
  return { name, client };
}

/** The table with this name, through the client that all functions share. */
export function openTable(name: string, settings?: Partial<TableSettings>): Table {
  return tableOver(name, tableClient(settings));
}

/** One item, strongly consistent; undefined if there is none. */
export async function getItem(table: Table, { pk, sk }: ItemKey): Promise<Item | undefined> {
  const { Item: item } = await table.client.call('GetItem', {
    TableName: table.name,
    Key: { pk, sk },
    ConsistentRead: true,
  });
  return item;
}

/**
 * Up to 100 items in one round trip, strongly consistent, in the order of `keys`.
 *
 * The result is undefined for an item that does not exist, and for a `null` key. Unprocessed keys
 * are requested again after a pause; throws `TableBusyError` if some remain.
 */
export async function getItems<const Keys extends readonly (ItemKey | null)[]>(
  table: Table,
  keys: Keys,
): Promise<{ readonly [K in keyof Keys]: Item | undefined }> {
  const found = new Map<string, Item>();
  let requested: Record<string, unknown>[] = keys
    .filter((key) => key !== null)
    .map(({ pk, sk }) => ({ pk, sk }));
  for (let attempt = 1; requested.length > 0; attempt += 1) {
    const { Responses, UnprocessedKeys } = await table.client.call('BatchGetItem', {
      RequestItems: { [table.name]: { Keys: requested, ConsistentRead: true } },
    });
    for (const item of Responses?.[table.name] ?? [])
      found.set(`${item['pk']}\n${item['sk']}`, item);
    requested = UnprocessedKeys?.[table.name]?.Keys ?? [];
    if (requested.length === 0) break;
    if (attempt === batchAttempts) throw new TableBusyError(new Error('keys stay unprocessed'));
    await pause(Math.random() * 50 * 2 ** attempt);
  }
  // The mapped tuple has one entry per key, which the type of `map` can't express.
  return keys.map((key) => (key === null ? undefined : found.get(`${key.pk}\n${key.sk}`))) as {
    readonly [K in keyof Keys]: Item | undefined;
  };
}
