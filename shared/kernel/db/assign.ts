import type { ItemKey } from './keys.ts';
import type { Write } from './transact.ts';

/**
 * Sets attributes of an item that must exist and leaves the others alone, so that writers of different
 * attributes don't undo each other. `attributes` must not be empty.
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

/** Lets a transaction through only if the item exists. */
export function mustExist(key: ItemKey): Write {
  return { check: { Key: { ...key }, ConditionExpression: 'attribute_exists(pk)' } };
}

/** Lets a transaction through only if there is no such item. */
export function mustNotExist(key: ItemKey): Write {
  return { check: { Key: { ...key }, ConditionExpression: 'attribute_not_exists(pk)' } };
}
