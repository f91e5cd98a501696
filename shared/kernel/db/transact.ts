import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { whilePassing } from './attempts.ts';
import type { Item, Table } from './table.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type WithoutTable<T> = T extends object ? Omit<T, 'TableName'> : never;

/** One write of a transaction; the table's name and the failure item are filled in. */
export type Write =
  | { readonly put: WithoutTable<NonNullable<TransactItem['Put']>> }
  | { readonly update: WithoutTable<NonNullable<TransactItem['Update']>> }
  | { readonly remove: WithoutTable<NonNullable<TransactItem['Delete']>> }
  | { readonly check: WithoutTable<NonNullable<TransactItem['ConditionCheck']>> };

/** `refused` names the write whose condition failed and carries the item as found, if there was one. */
export type Outcome<Label extends string> =
  | { readonly kind: 'written' }
  | { readonly kind: 'refused'; readonly label: Label; readonly found: Item | undefined };

/**
 * Writes all or nothing. A failed condition is an answer, not an exception.
 *
 * A conflict with another transaction, and throttling, are tried again with growing, jittered pauses. All
 * attempts carry the same client token, so that one whose answer was lost is not carried out again. Throws
 * `TableBusyError` when the obstacle lasts (nothing was written). Other errors are those that no caller can act
 * on: malformed expressions, a lost network, the end of the time (it may have been written).
 */
export async function transact<const Label extends string>(
  table: Table,
  writes: Readonly<Record<Label, Write | undefined>>,
): Promise<Outcome<Label>> {
  // Object.keys loses the literal type; undefined entries are writes that are not needed this time.
  const labels = (Object.keys(writes) as Label[]).filter((label) => writes[label] !== undefined);
  const items = labels.map((label) => transactItem(table.name, writes[label]));
  const command = { TransactItems: items, ClientRequestToken: randomUUID() };
  return whilePassing(async () => {
    try {
      await table.client.send(new TransactWriteCommand(command));
      return { kind: 'written' };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const refused = reasons.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
      const label = labels[refused];
      if (label === undefined) throw error;
      // The document client does not unmarshall exceptions.
      const found = reasons[refused]?.Item;
      return { kind: 'refused', label, found: found && unmarshall(found) };
    }
  });
}

function transactItem(tableName: string, write: Write | undefined): TransactItem {
  const shared = { TableName: tableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  if (write === undefined) throw new Error('unreachable: undefined writes were filtered out');
  if ('put' in write) return { Put: { ...shared, ...write.put } };
  if ('update' in write) return { Update: { ...shared, ...write.update } };
  if ('remove' in write) return { Delete: { ...shared, ...write.remove } };
  return { ConditionCheck: { ...shared, ...write.check } };
}

/** Puts an item that must not exist yet. */
export function create(item: Item): Write {
  return { put: { Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' } };
}

/** Puts an item, whatever was there. */
export function put(item: Item): Write {
  return { put: { Item: { ...item } } };
}

/**
 * Replaces an item that was read before, unless somebody wrote it in between: the stored `version`
 * must still be the one of `item`, and goes up by one.
 */
export function replace(item: Item & { readonly version: number }): Write {
  return {
    put: {
      Item: { ...item, version: item.version + 1 },
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':read': item.version },
    },
  };
}
