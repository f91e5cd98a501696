import type { Migration } from '../../kernel/db/migration.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { oneList, spreadPlace } from './registry-changes.ts';

/**
 * Files the rows of the registry's one list on the spread lists as well. They stay on the one, so that whoever reads while they
 * are filed finds them in one place or both, and a release that knows only the one finds them as well.
 */
export const formerRegistry: Migration = {
  name: 'registry-lists',
  code: 1,
  about:
    'files the registry’s rows on its spread lists as well, after spreadRegistry was switched on',
  segments: [[{ list: oneList }]],
  look: async (items, table) =>
    items.map(({ pk, sk, id, gsi1sk, gsi2pk }) => {
      if (gsi1sk === undefined || gsi2pk !== undefined) return null;
      return {
        sample: String(id),
        carryOut: async () => {
          const place = spreadPlace(String(id), String(gsi1sk));
          const outcome = await updateItem(table, {
            Key: { pk, sk },
            UpdateExpression: 'SET gsi2pk = :list, gsi2sk = :order',
            // Not that of another change: this one's place would be the time of the previous.
            ConditionExpression: 'gsi1sk = :order AND attribute_not_exists(gsi2pk)',
            ExpressionAttributeValues: { ':list': place.gsi2pk, ':order': place.gsi2sk },
          });
          return outcome.kind === 'written' ? 'changed' : 'again';
        },
      };
    }),
};
