import { keys } from '../../kernel/db/keys.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { notRepresentative } from '../../registry/db/representatives.ts';
import type { Reviewed, ReviewedItem } from '../../reviews/reviewed.ts';

/**
 * Whether something under review is the person's own: they applied for it, signed or requested it, or
 * represent its entity. An operator, who is not a person of the registry, has nothing.
 */
export async function isOwnCase(
  item: ReviewedItem,
  { isOwn }: Pick<Reviewed, 'isOwn'>,
  personId: string | null,
  { table }: { readonly table: Table },
): Promise<boolean> {
  if (personId === null) return false;
  if (await isOwn(item, personId, table)) return true;
  const { entityId } = item;
  if (entityId === undefined) return false;
  return (await getItem(table, keys.representative(entityId, personId))) !== undefined;
}

/** Refuses a transaction if it has become their own since; undefined where that can't happen. Error: 403 `review.own`. */
export async function requireNotOwn(
  item: ReviewedItem,
  rules: Pick<Reviewed, 'isOwn'>,
  personId: string | null,
  deps: { readonly table: Table },
): Promise<Write | undefined> {
  if (await isOwnCase(item, rules, personId, deps)) throw apiErrors.reviewOfOwn();
  const { entityId } = item;
  return personId === null || entityId === undefined
    ? undefined
    : notRepresentative(entityId, personId);
}
