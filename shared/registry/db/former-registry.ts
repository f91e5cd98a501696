import type { Migration } from '../../kernel/db/migration.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { oneList, shardedKeys, shardingMark } from './registry-changes.ts';

/**
 * Copies the rows of the registry's single list to the sharded lists. They also stay on the single list, so that
 * concurrent readers, and a release that knows only the single list, still find them.
 */
export const formerRegistry: Migration = {
  name: 'registry-lists',
  code: 1,
  about:
    'files the registry’s rows on its sharded lists as well, after shardRegistry was switched on',
  segments: [[{ list: oneList }]],
  look: async (items, table) =>
    items.map(({ pk, sk, id, gsi1sk, gsi2pk }) => {
      if (gsi1sk === undefined || gsi1sk === shardingMark || gsi2pk !== undefined) return null;
      return {
        sample: String(id),
        carryOut: async () => {
          const place = shardedKeys(String(id), String(gsi1sk));
          const outcome = await updateItem(table, {
            Key: { pk, sk },
            UpdateExpression: 'SET gsi2pk = :list, gsi2sk = :order',
            // Only for the row that was read: a newer change sets its own position.
            ConditionExpression: 'gsi1sk = :order AND attribute_not_exists(gsi2pk)',
            ExpressionAttributeValues: { ':list': place.gsi2pk, ':order': place.gsi2sk },
          });
          return outcome.kind === 'written' ? 'changed' : 'again';
        },
      };
    }),
};
