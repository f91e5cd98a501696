import { type Collection, keys } from '../../kernel/db/keys.ts';
import { listWrite, readListed } from '../../kernel/db/listed.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, put, transact, type Write } from '../../kernel/db/transact.ts';
import { isFiled } from './review-lists.ts';
import { reviewList, StoredReview } from './reviews.ts';

/**
 * Puts the reviews of version 0.1.0 on the lists of their type and status, newest first. One that is decided
 * meanwhile is read again. Filed ones are left alone, so that it can be stopped and begun again. Returns how
 * many were filed.
 */
export async function fileFormerReviews(table: Table): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const page = await readListed(table, 'review', { limit: 100, after });
    for (const item of page.items)
      count += (await file(parseStored(StoredReview, item), table)) ? 1 : 0;
    after = page.next ?? undefined;
  } while (after !== undefined);
  return count;
}

async function file(review: StoredReview, table: Table): Promise<boolean> {
  if (await isFiled(table, review)) return false;
  const { id, createdAt, status, version } = review;
  const subjectType = review.subject.type;
  const key = keys.review(id);
  const inStatus = (list: Collection): Write =>
    put({ ...keys.listed(list, createdAt, id), itemPk: key.pk, itemSk: key.sk });
  const outcome = await transact(table, {
    review: orElse(
      {
        check: {
          Key: key,
          ConditionExpression: 'version = :read',
          ExpressionAttributeValues: { ':read': version },
        },
      },
      (found) => parseStored(StoredReview, found ?? {}),
    ),
    ofType: listWrite(reviewList({ subjectType }), createdAt, id, key),
    inStatus: inStatus(reviewList({ status })),
    ofTypeInStatus: inStatus(reviewList({ subjectType, status })),
  });
  if (outcome.kind === 'written') return true;
  return outcome.refusal === undefined ? false : file(outcome.refusal, table);
}
