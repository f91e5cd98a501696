import { type Collection, type ItemKey, keys } from '../../kernel/db/keys.ts';
import { readListed, spreadList } from '../../kernel/db/listed.ts';
import { type Page, readAll, readFirst } from '../../kernel/db/page.ts';
import type { SpreadBounds } from '../../kernel/db/spread-page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { type ReviewFilter, reviewList, reviewPlace, StoredReview } from './reviews.ts';

/**
 * A page of reviews, newest first; strongly consistent. It reads only what it shows, except that all reviews of
 * one subject are read: they are few. Of those of version 0.1.0, only the waiting ones are on a list of their
 * own until the migration `former-reviews` has run: until then, reviews that don't match are read, too. The oldest come first where
 * that is asked for, which is possible for the waiting ones alone.
 */
export async function readReviews(
  table: Table,
  filter: ReviewFilter,
  { limit, after, oldestFirst }: Omit<SpreadBounds, 'keep'>,
): Promise<Page<StoredReview>> {
  const { status, subjectType, subjectId } = filter;
  if (subjectId === undefined) {
    const list = reviewList(filter);
    if (formerLists.has(list) || (await areFormerReviewsFiled(table))) {
      const { items, next } = await readListed(table, list, { limit, after, oldestFirst });
      const reviews = items.map((item) => parseStored(StoredReview, item));
      // One may have been decided between the two reads.
      return { items: reviews.filter((review) => matches(review, filter)), next };
    }
  }
  const items: StoredReview[] = [];
  let last: string | null = null;
  for await (const review of subjectId === undefined
    ? everyReview(table, status === 'pending' ? 'review_pending' : 'review', after)
    : ofSubject(table, subjectId, after)) {
    if (!matches(review, { status, subjectType })) continue;
    if (items.length === limit) return { items, next: last };
    items.push(review);
    last = placeOf(review);
  }
  return { items, next: null };
}

/** Lists that reviews have been on since version 0.1.0. */
const formerLists: ReadonlySet<Collection> = new Set<Collection>(['review', 'review_pending']);

/** Tables known to be filed: once they are, they stay so. */
const filed = new WeakSet<Table>();

/**
 * Whether all reviews are on the lists of their type and status: the oldest is filed last. What was made since lists are
 * spread, is; so only the list's own partition counts.
 */
async function areFormerReviewsFiled(table: Table): Promise<boolean> {
  if (filed.has(table)) return true;
  const oldest = await readFirst(table, { value: spreadList('review').name });
  const review = oldest && parseFound(StoredReview, await getItem(table, target(oldest)));
  if (!review || (await isFiled(table, review))) filed.add(table);
  return filed.has(table);
}

/** Whether the review is on the lists of its type and status. */
async function isFiled(table: Table, review: StoredReview): Promise<boolean> {
  const list = reviewList({ subjectType: review.subject.type });
  return (await getItem(table, reviewPlace(list, review))) !== undefined;
}

/** A review's place among all, which is also what cursors are made of. */
function placeOf({ createdAt, id }: StoredReview): string {
  return keys.listed('review', createdAt, id).sk;
}

/** All reviews of a list, a hundred at a time. */
export async function* everyReview(
  table: Table,
  list: Collection,
  after: string | undefined,
  oldestFirst = false,
): AsyncGenerator<StoredReview> {
  for (let from = after; ; ) {
    const { items, next } = await readListed(table, list, { limit: 100, after: from, oldestFirst });
    yield* items.map((item) => parseStored(StoredReview, item));
    if (next === null) return;
    from = next;
  }
}

/** They are few, and not in order of time. */
async function* ofSubject(
  table: Table,
  subjectId: string,
  after: string | undefined,
): AsyncGenerator<StoredReview> {
  const pointers = await readAll(table, { value: keys.reviewOf(subjectId, '').pk });
  const reviews = await behind(table, pointers);
  const newestFirst = reviews.toSorted((left, right) => (placeOf(left) < placeOf(right) ? 1 : -1));
  yield* newestFirst.filter((review) => after === undefined || placeOf(review) < after);
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
