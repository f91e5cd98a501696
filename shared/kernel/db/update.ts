import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';
import { isConditionFailed, whilePassing } from './table-error.ts';

export type UpdateOutcome =
  /** The item as it is now. */
  { readonly kind: 'written'; readonly item: Item } | { readonly kind: 'refused' };

/**
 * One conditional update outside a transaction, at half the price of one inside. A failed condition is an
 * answer; a conflict with a transaction on the same item, and throttling, are tried again as in `transact`.
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
