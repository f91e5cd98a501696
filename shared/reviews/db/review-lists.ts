import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { type Page, type PageBounds, readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { readListed } from '../../kernel/db/things.ts';
import { type ReviewFilter, reviewList, StoredReview } from './reviews.ts';

/**
 * A page of reviews, newest first; strongly consistent. It reads only what it shows, except that all reviews of
 * one subject are read: they are few.
 */
export async function readReviews(
  table: Table,
  filter: ReviewFilter,
  { limit, after }: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredReview>> {
  const { subjectId } = filter;
  if (subjectId !== undefined) {
    const all = await ofSubject(table, subjectId);
    const found = all.filter(
      (review) => matches(review, filter) && (after === undefined || placeOf(review) < after),
    );
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return { items, next: found.length > limit && last ? placeOf(last) : null };
  }
  const { items, next } = await readListed(table, reviewList(filter), { limit, after });
  const reviews = items.map((item) => parseStored(StoredReview, item));
  // One may have been decided between the two reads.
  return { items: reviews.filter((review) => matches(review, filter)), next };
}

/** A review's place among all, which is also what cursors are made of. */
function placeOf({ createdAt, id }: StoredReview): string {
  return keys.listed('review', createdAt, id).sk;
}

/** Newest first; they are few, and not in order of time in the table. */
async function ofSubject(table: Table, subjectId: string): Promise<readonly StoredReview[]> {
  const pointers = await readAll(table, { value: keys.reviewOf(subjectId, '').pk });
  const reviews = await behind(table, pointers);
  return reviews.toSorted((left, right) => (placeOf(left) < placeOf(right) ? 1 : -1));
}

async function behind(table: Table, pointers: readonly Item[]): Promise<readonly StoredReview[]> {
  const reviews: StoredReview[] = [];
  for (let start = 0; start < pointers.length; start += 100) {
    const found = await getItems(table, pointers.slice(start, start + 100).map(target));
    for (const item of found) {
      const review = parseFound(StoredReview, item);
      if (review !== null) reviews.push(review);
    }
  }
  return reviews;
}

function target(pointer: Item): ItemKey {
  return { pk: String(pointer['itemPk']), sk: String(pointer['itemSk']) };
}

function matches(review: StoredReview, filter: Omit<ReviewFilter, 'subjectId'>): boolean {
  return (
    (filter.status ?? review.status) === review.status &&
    (filter.subjectType ?? review.subject.type) === review.subject.type
  );
}
