import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../shared/kernel/db/table.ts';
import type { Write } from '../../shared/kernel/db/transact.ts';

/** Stores many items as fast as the engine allows. */
export async function seed({ name, client }: Table, items: readonly Item[]): Promise<void> {
  const batches: Item[][] = [];
  for (let start = 0; start < items.length; start += 25)
    batches.push(items.slice(start, start + 25));
  const next = async (): Promise<void> => {
    const batch = batches.pop();
    if (batch === undefined) return;
    const puts = batch.map((each) => ({ PutRequest: { Item: { ...each } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: puts } }));
    return next();
  };
  await Promise.all(Array.from({ length: 8 }, next));
}

/** The items that the puts among these writes would store. */
export function itemsOf(
  writes: Readonly<Record<string, Write<unknown> | undefined>>,
): readonly Item[] {
  return Object.values(writes).flatMap((write) =>
    write && 'put' in write && write.put.Item ? [write.put.Item] : [],
  );
}
