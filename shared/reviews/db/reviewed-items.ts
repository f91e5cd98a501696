import * as z from 'zod/mini';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { replaceBy, type Write } from '../../kernel/db/transact.ts';
import { products } from '../../kernel/domain/product.ts';
import type { ReviewState } from '../review.ts';

type Find = (table: Table, id: string) => Promise<ItemKey | null>;

/** The key of what lies with its owner, whom the item at `pointer` names in its field `owner`. */
function owned(
  pointer: (id: string) => ItemKey,
  owner: string,
  key: (ownerId: string, id: string) => ItemKey,
): Find {
  return async (table, id) => {
    const found = await getItem(table, pointer(id));
    return found ? key(String(found[owner]), id) : null;
  };
}

const places: Readonly<Record<ReviewState['subject']['type'], Find>> = {
  legal_entity_application: owned(keys.applicationOwner, 'ownerId', keys.application),
  amendment: owned(keys.amendmentEntity, 'entityId', keys.amendment),
  certificate_request: owned(keys.certificateRequestEntity, 'entityId', keys.certificateRequest),
  residency_application: async (_, id) => keys.residencyApplication(id),
};

/**
 * What is under review, as it is stored, strongly consistent; undefined when it is not there. For tasks that have
 * nothing to do with what it is, and need none of its type's schemas.
 */
export async function findReviewedItem(
  { type, id }: ReviewState['subject'],
  table: Table,
): Promise<Item | undefined> {
  const key = await places[type](table, id);
  return key === null ? undefined : getItem(table, key);
}

const Reviewing = z.object({ subject: z.object({ type: z.enum(products), id: z.string() }) });

/** What a review is of. Throws when there is no such review. */
export async function requireSubjectOf(
  table: Table,
  reviewId: string,
): Promise<ReviewState['subject']> {
  const review = parseFound(Reviewing, await getItem(table, keys.review(reviewId)));
  if (review === null) throw new Error(`review ${reviewId} does not exist`);
  return review.subject;
}

/** The write that stores the item's next state, unless somebody wrote it since it was read. */
export function reviewedItemWrite(item: Item): Write {
  // Of a residency application, `version` is the partner's.
  const counter = 'revision' in item ? 'revision' : 'version';
  return replaceBy(counter, item, Number(item[counter]));
}
