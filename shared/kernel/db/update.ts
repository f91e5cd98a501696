import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ItemKey } from './keys.ts';
import type { Item, Table } from './table.ts';
import { isConditionFailed, whilePassing } from './table-error.ts';
import type { Write } from './transact.ts';

type UpdateOutcome =
  /** The item after the write. */
  { readonly kind: 'written'; readonly item: Item } | { readonly kind: 'refused' };

/**
 * One conditional update outside a transaction, at half the price of one inside. A failed condition
 * is a result; transaction conflicts and throttling are retried as in `transact`.
 */
export async function updateItem(
  table: Table,
  update: Omit<UpdateCommandInput, 'TableName' | 'ReturnValues'>,
): Promise<UpdateOutcome> {
  return whilePassing(async () => {
    try {
      const { Attributes = {} } = await table.client.call('UpdateItem', {
        ...update,
        TableName: table.name,
        ReturnValues: 'ALL_NEW',
      });
      return { kind: 'written', item: Attributes };
    } catch (error) {
      if (isConditionFailed(error)) return { kind: 'refused' };
      throw error;
    }
  });
}

/**
 * Sets attributes of an existing item without changing others, so writers of different attributes
 * don't overwrite each other. `attributes` must not be empty.
 */
export function assign(
  key: ItemKey,
  attributes: Readonly<Record<string, unknown>>,
): Extract<Write, { readonly update: unknown }> {
  const fields = Object.entries(attributes);
  return {
    update: {
      Key: { ...key },
      UpdateExpression: `SET ${fields.map((_, index) => `#a${index} = :v${index}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(
        fields.map(([name], index) => [`#a${index}`, name]),
      ),
      ExpressionAttributeValues: Object.fromEntries(
        fields.map(([, value], index) => [`:v${index}`, value]),
      ),
    },
  };
}

/** A condition of a transaction: the item exists. */
export function mustExist(key: ItemKey): Write {
  return { check: { Key: { ...key }, ConditionExpression: 'attribute_exists(pk)' } };
}

/** A condition of a transaction: the item does not exist. */
export function mustNotExist(key: ItemKey): Write {
  return { check: { Key: { ...key }, ConditionExpression: 'attribute_not_exists(pk)' } };
}
