import { keys } from '../../kernel/db/keys.ts';
import { readListed, spreadList } from '../../kernel/db/listed.ts';
import { readAll } from '../../kernel/db/page.ts';
import { partitionsOf } from '../../kernel/db/spread-page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, orElse, put, transact, type Write } from '../../kernel/db/transact.ts';
import { products } from '../../kernel/domain/product.ts';
import { isFiled } from './review-lists.ts';
import { onList, reviewList, StoredReview } from './reviews.ts';

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
  const { status } = review;
  const subjectType = review.subject.type;
  const outcome = await transact(table, {
    review: orElse(isAsRead(review), (found) => parseStored(StoredReview, found ?? {})),
    ofType: create(onList(reviewList({ subjectType }), review)),
    inStatus: put(onList(reviewList({ status }), review)),
    ofTypeInStatus: put(onList(reviewList({ subjectType, status }), review)),
  });
  if (outcome.kind === 'written') return true;
  return outcome.refusal === undefined ? false : file(outcome.refusal, table);
}

/**
 * Takes reviews off the lists of what waits that don't: during a deployment the former version may have decided what this
 * one had listed in partitions that it doesn't know. Returns how many.
 */
export async function unlistDecidedReviews(table: Table): Promise<number> {
  let count = 0;
  const status = 'pending';
  for (const subjectType of [undefined, ...products]) {
    const list = reviewList({ status, subjectType });
    for (const partition of partitionsOf(spreadList(list))) {
      for (const place of await readAll(table, partition)) {
        const key = { pk: String(place['itemPk']), sk: String(place['itemSk']) };
        const review = parseFound(StoredReview, await getItem(table, key));
        if (review === null || review.status === status) continue;
        const unlisted = { remove: { Key: { pk: place['pk'], sk: place['sk'] } } };
        const outcome = await transact(table, { review: isAsRead(review), unlisted });
        if (outcome.kind === 'written') count += 1;
      }
    }
  }
  return count;
}

function isAsRead({ id, version }: StoredReview): Write {
  return {
    check: {
      Key: keys.review(id),
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':read': version },
    },
  };
}
