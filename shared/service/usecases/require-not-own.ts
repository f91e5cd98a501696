import type { Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { notRepresentative } from '../../registry/db/representatives.ts';
import type { Reviewed, ReviewedItem } from '../../reviews/usecases/reviewed.ts';

/**
 * For the transaction of whoever decides on a case: refuses it if it has become their own since; undefined where that can't happen.
 * An operator, who is not a person of the registry, has nothing. Error: 403 `review.own`.
 */
export async function requireNotOwn(
  item: ReviewedItem,
  rules: Pick<Reviewed, 'isOwn'>,
  personId: string | null,
  table: Table,
): Promise<Write | undefined> {
  if (personId === null) return undefined;
  if (await rules.isOwn(item, personId, table)) throw apiErrors.reviewOfOwn();
  const { entityId } = item;
  return entityId === undefined ? undefined : notRepresentative(entityId, personId);
}
