import { keys } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Measure } from '../../kernel/domain/metric.ts';
import { products } from '../../kernel/domain/product.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import type { ReviewQuery } from '../contracts/admin-reviews-contract.ts';
import { findCases } from '../db/find-cases.ts';
import { type QueueFilter, readQueue } from '../db/read-queue.ts';
import {
  countsOfType,
  countWaiting,
  findReviewCounts,
  keepReviewCounts,
  oldestWaiting,
} from '../db/review-counts.ts';
import { findReview, readReviews, StoredReview } from '../db/reviews.ts';

/**
 * A page of reviews for operators: filtered by status, type and subject, newest first; the review queue; or search
 * results. Error: 400 for a combination of these.
 */
export async function listReviews(
  query: ReviewQuery,
  actor: Actor,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<Page<StoredReview>> {
  const { limit, cursor: after, status, subjectType, subjectId, search, ...asked } = query;
  const { tab = 'waiting', answered, waitingSince, assignee } = asked;
  const inQueue = Object.values(asked).some((value) => value !== undefined);
  const other = inQueue ? 'tab' : search === undefined ? undefined : 'search';
  const former = status === undefined ? 'subjectId' : 'status';
  if (other !== undefined && (status ?? subjectId) !== undefined) throw together(former, other);
  if (search !== undefined) {
    if (inQueue) throw together('search', 'tab');
    const found = await findCases(search, table);
    const matching = found.filter(({ subject }) => (subjectType ?? subject.type) === subject.type);
    return { items: matching.slice(0, limit), next: null };
  }
  if (!inQueue) return readReviews(table, { status, subjectType, subjectId }, { limit, after });
  const filter = { tab, subjectType, answered: answered === 'true', waitingSince, assignee };
  return readPage(filter, { limit, after }, { actor, now: now().toISOString() }, table);
}

async function readPage(
  filter: QueueFilter,
  bounds: { readonly limit: number; readonly after?: string | undefined },
  viewer: { readonly actor: Actor; readonly now: string },
  table: Table,
): Promise<Page<StoredReview>> {
  const { items, next } = await readQueue(table, filter, bounds, viewer);
  const places = items.map(({ id }) => keys.review(id));
  const found = places.length === 0 ? [] : await getItems(table, places);
  return { items: found.flatMap((item) => parseFound(StoredReview, item) ?? []), next };
}

function together(one: string, other: string) {
  const message = `Cannot be combined with ${other}`;
  return apiErrors.invalidQuery([{ code: 'custom', path: [one], message }]);
}

/** Error: 404. */
export async function readReview(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredReview> {
  const review = await findReview(table, id);
  if (review === null) throw apiErrors.notFound();
  return review;
}

const uncounted = { waitingCases: null, answeredCases: null, awaitingAnswerCases: null };

/** The number of waiting cases of each type, and recent decision times; null before they are measured. */
export async function readStatistics({ table }: Pick<CoreDeps, 'table'>) {
  const counts = await findReviewCounts(table);
  const types = products.map((type) => {
    const waits = counts?.waits?.byType[type];
    return {
      type,
      ...(counts ? countsOfType(counts, type) : uncounted),
      decisions: waits?.decided ?? (counts?.waits ? 0 : null),
      medianWaitSeconds: waits?.medianSeconds ?? null,
      p90WaitSeconds: waits?.p90Seconds ?? null,
    };
  });
  return { countedAt: counts?.at ?? null, waitsCalculatedAt: counts?.waits?.at ?? null, types };
}

/**
 * The number of waiting reviews of each kind, and the age of the oldest in seconds. Also updates the counts on the
 * queue's pages.
 */
export async function measureReviews({
  table,
  now,
}: Pick<CoreDeps, 'table' | 'now'>): Promise<readonly Measure[]> {
  const [counts, oldest] = await Promise.all([
    countWaiting(table),
    oldestWaiting(table),
    keepReviewCounts(table, now().toISOString()),
  ]);
  const age = oldest === null ? 0 : now().getTime() - Date.parse(oldest);
  return [
    ...counts.map(
      ({ subjectType: Subject, count: value }): Measure => ({
        metric: 'PendingReviews',
        value,
        dimensions: { Subject },
      }),
    ),
    { metric: 'OldestPendingReview', value: Math.max(0, Math.round(age / 1000)) },
  ];
}
