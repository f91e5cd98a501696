import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { isConditionFailed } from '../../kernel/db/table-error.ts';

/** That a key was used, and on which UTC day (YYYY-MM-DD) last. */
export const StoredUse = z.object({ keyId: z.string(), ownerId: z.string(), usedOn: z.string() });

/**
 * Records that a key was used on a day; the first of a day is a write, and no other is. It is tried once: whoever knows no better
 * tries again with a later call.
 */
export async function recordUse(
  table: Table,
  { keyId, ownerId, usedOn }: z.output<typeof StoredUse>,
): Promise<void> {
  try {
    await table.client.call('UpdateItem', {
      TableName: table.name,
      Key: keys.keyUse(keyId),
      UpdateExpression: 'SET usedOn = :day, keyId = :key, ownerId = :owner',
      ConditionExpression: 'attribute_not_exists(usedOn) OR usedOn < :day',
      ExpressionAttributeValues: { ':day': usedOn, ':key': keyId, ':owner': ownerId },
    });
  } catch (error) {
    if (!isConditionFailed(error)) throw error;
  }
}

/** On which day (YYYY-MM-DD) keys were used last, by their ids; those that never were are not there. At most 100. */
export async function lastUses(
  table: Table,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keyIds.length === 0) return new Map();
  const items = await getItems(
    table,
    keyIds.map((id) => keys.keyUse(id)),
  );
  return new Map(
    items.flatMap((item) => {
      const use = parseFound(StoredUse, item);
      return use === null ? [] : [[use.keyId, use.usedOn] as const];
    }),
  );
}
