import { shardOf, shards, shardsOf } from '../../kernel/db/key-parts.ts';
import type { Partition } from '../../kernel/db/page.ts';

const name = 'REGISTRY';

/** The one list, which version 0.1.0 and whatever came before the lists were spread have written, and know. */
export const oneList: Partition = { value: name, index: 'gsi1' };

/**
 * Every list that rows of the registry are on, by the time of their change. The spread ones are in the other index, so that
 * a row that is filed there stays on the one list, too: whoever reads finds it in at least one of them at any moment.
 */
export const registryLists: readonly Partition[] = [
  oneList,
  ...shardsOf(name, shards.registry)
    .slice(1)
    .map((value): Partition => ({ value, index: 'gsi2' })),
];

/**
 * The sort key on the one list of what says that rows lie on the spread lists, too: after every time, so that each reading of
 * changes meets it, since whenever it reads.
 */
export const spreadMark = '~spread';

/** Where a row of the registry lies: on the one list, or spread. `changedAt` is ISO 8601. */
export function registryPlace(id: string, changedAt: string, spread: boolean) {
  const order = `${changedAt}#${id}`;
  return spread ? spreadPlace(id, order) : { gsi1pk: name, gsi1sk: order };
}

/** The place among the spread lists of a row with this sort key. */
export function spreadPlace(id: string, order: string) {
  return { gsi2pk: shardOf(name, shards.registry, id), gsi2sk: order };
}
