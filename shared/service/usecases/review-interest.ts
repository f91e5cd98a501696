import { keys } from '../../kernel/db/keys.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { notRepresentative } from '../../registry/db/representatives.ts';
import type { Reviewed, ReviewedItem } from '../../reviews/reviewed.ts';

/** Whether something under review is somebody's own. */
export interface Interest {
  readonly own: boolean;
  /** Refuses a transaction if it has become their own since; undefined where that can't happen. */
  readonly stillNone: Write | undefined;
}

/**
 * Whether something under review is the person's own: they applied for it, signed or requested it, or
 * represent its entity. An operator, who is not a person of the registry, has nothing.
 */
export async function interestIn(
  item: ReviewedItem,
  { isOwn }: Pick<Reviewed, 'isOwn'>,
  personId: string | null,
  { table }: { readonly table: Table },
): Promise<Interest> {
  const none = { own: false, stillNone: undefined };
  if (personId === null) return none;
  if (await isOwn(item, personId, table)) return { ...none, own: true };
  const { entityId } = item;
  if (entityId === undefined) return none;
  const representative = await getItem(table, keys.representative(entityId, personId));
  return { own: representative !== undefined, stillNone: notRepresentative(entityId, personId) };
}
