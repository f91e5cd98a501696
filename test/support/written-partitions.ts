import { partitionKind } from '../../bin/load/partitions.ts';
import type { RequestBody } from './dynamodb-proxy.ts';
import { tableAccesses } from './table-accesses.ts';

/** Partitions that requests have written to, of kinds that docs/table.md does not have. */
export function openPartitionWatch() {
  const unknown = new Set<string>();
  const note = (where: string, key: unknown) => {
    if (typeof key === 'string' && partitionKind(where, key) === undefined)
      unknown.add(`${key.replace(/(?<=#).*/, '…')} of ${where}`);
  };
  return {
    see(operation: string, body: RequestBody): void {
      if (!/^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(operation)) return;
      for (const { action, keys } of tableAccesses(operation, body))
        if (action !== 'ConditionCheckItem') for (const { pk } of keys) note('table', pk);
      for (const [where, key] of indexKeys(operation, body)) note(where, key);
    },
    /** The error of a world when it stops. */
    complaints: (): readonly string[] =>
      [...unknown].map(
        (key) => `partition ${key}: not in bin/load/partitions.ts (npm run generate)`,
      ),
  };
}

/** The keys in indexes that a request writes: those of whole items, and those that an expression sets. */
export function indexKeys(
  operation: string,
  { TransactItems, ...body }: RequestBody,
): readonly (readonly [where: string, key: unknown])[] {
  const parts: unknown[] =
    operation === 'TransactWriteItems' && Array.isArray(TransactItems)
      ? TransactItems.flatMap((item) => Object.values(Object(item)))
      : [body];
  return parts.flatMap((part) => {
    const { Item, UpdateExpression, ExpressionAttributeValues } = Object(part);
    return ['gsi1', 'gsi2'].map((where) => {
      const [, value] =
        new RegExp(`${where}pk\\s*=\\s*(:\\w+)`).exec(String(UpdateExpression ?? '')) ?? [];
      const set = value === undefined ? undefined : ExpressionAttributeValues?.[value];
      return [where, (Item?.[`${where}pk`] ?? set)?.S] as const;
    });
  });
}
