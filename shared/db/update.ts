import {
  ConditionalCheckFailedException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';

export type UpdateOutcome =
  /** The item as it is now. */
  { readonly kind: 'written'; readonly item: Item } | { readonly kind: 'refused' };

const attempts = 8;

/**
 * One conditional update outside a transaction, at half the price of one inside. A failed condition is an
 * answer; a conflict with a transaction on the same item is retried with growing, jittered pauses.
 */
export async function updateItem(
  table: Table,
  update: Omit<UpdateCommandInput, 'TableName' | 'ReturnValues'>,
): Promise<UpdateOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { Attributes = {} } = await table.client.send(
        new UpdateCommand({ ...update, TableName: table.name, ReturnValues: 'ALL_NEW' }),
      );
      return { kind: 'written', item: Attributes };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return { kind: 'refused' };
      if (!(error instanceof TransactionConflictException) || attempt === attempts) throw error;
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
