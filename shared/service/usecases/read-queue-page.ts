import { keys } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Product } from '../../kernel/domain/product.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { listRepresented } from '../../registry/db/representatives.ts';
import { findCases, mostFound } from '../../reviews/db/find-cases.ts';
import { type QueueFilter, readQueue } from '../../reviews/db/read-queue.ts';
import { countFor, findReviewCounts } from '../../reviews/db/review-counts.ts';
import { type QueueEntry, queueEntry } from '../../reviews/db/review-queue.ts';
import { findReview, StoredReview } from '../../reviews/db/reviews.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { currentClaim } from '../../reviews/domain/review-claim.ts';
import { aboutAddress } from '../../reviews/usecases/create-review.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { ListedCase, WorkCounts } from '../pages/queue-page.ts';
import { namesOf, shownClaim } from './read-review-pages.ts';

/** How many cases a list has: exactly, or as counted at `at`. */
interface CaseCount {
  readonly count: number;
  /** Null: counted now. */
  readonly at: string | null;
}

export interface QueuePage extends Page<ListedCase> {
  /** Null if there are more than the page shows and they were not counted. */
  readonly total: CaseCount | null;
  /** How long decisions took, by type, from the latest calculation. Empty before the first one. */
  readonly waits: Readonly<Partial<Record<Product, Waits>>>;
  /** The counts for charts, by type. Null before the first count. */
  readonly work: WorkCounts | null;
}

type Deps = Pick<CoreDeps, 'table' | 'now'>;

/**
 * A page of the queue, without the viewer's own cases, which wait for someone else's decision. Two round trips: the
 * list, and the names of the people its cases are assigned to.
 */
export async function readQueuePage(
  filter: QueueFilter,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
  { id: personId, email }: Pick<StoredPerson, 'id' | 'email'>,
  deps: Deps,
): Promise<QueuePage> {
  const { table } = deps;
  const now = deps.now().toISOString();
  const viewer = { actor: personActor(personId), now };
  const bounds = { limit, after };
  const [{ items: all, next }, counts, represented] = await Promise.all([
    readQueue(table, filter, bounds, viewer).then((page) => shownPage(page, personId, deps)),
    findReviewCounts(table),
    listRepresented(table, personId),
  ]);
  const own = new Set([personId, aboutAddress(email), ...represented]);
  const isOwn = ({ parties }: Pick<QueueEntry, 'parties'>) => parties.some((each) => own.has(each));
  const items = filter.tab === 'decided' ? all : all.filter((each) => !isOwn(each));
  const counted = (counts && countFor(counts, filter)) || 0;
  const total =
    after === undefined && next === null
      ? { count: items.length, at: null }
      : counts && counted > limit
        ? { count: counted, at: counts.at }
        : null;
  const { at, ages, weeks, byType: waits = {} } = counts?.waits ?? {};
  const work = at !== undefined && ages && weeks ? { at, ages, weeks } : null;
  return { items, next, total, waits, work };
}

export interface FoundCases {
  readonly cases: readonly ListedCase[];
  /** There may be more. */
  readonly isCut: boolean;
}

/** The cases that match a search, newest first: see `findCases`. */
export async function searchCases(text: string, personId: string, deps: Deps): Promise<FoundCases> {
  const found = await findCases(text, deps.table);
  const entries = found.map(queueEntry);
  return { cases: await shownCases(entries, personId, deps), isCut: found.length === mostFound };
}

/** The review with its name in lists; null if it does not exist. */
export async function findNamedReview(
  id: string,
  { table }: { readonly table: Table },
): Promise<(StoredReview & { readonly name: string }) | null> {
  const review = await findReview(table, id);
  return review && { ...review, name: review.queued.name };
}

/** These cases with their current state, in this order, without those that don't exist. Two round trips. */
export async function readCases(
  ids: readonly string[],
  personId: string,
  deps: Deps,
): Promise<readonly ListedCase[]> {
  const items = await getItems(deps.table, ids.map(keys.review));
  const reviews = items.flatMap((item) => parseFound(StoredReview, item) ?? []);
  return shownCases(reviews.map(queueEntry), personId, deps);
}

async function shownPage({ items, next }: Page<QueueEntry>, personId: string, deps: Deps) {
  const shown = await shownCases(items, personId, deps);
  return {
    items: shown.map((each, index) => ({ ...each, parties: items[index]?.parties ?? [] })),
    next,
  };
}

/** Cases with the names of those they are assigned to or decided by. One round trip, or none. */
async function shownCases(
  entries: readonly QueueEntry[],
  personId: string,
  deps: Deps,
): Promise<readonly ListedCase[]> {
  const now = deps.now().toISOString();
  const claims = entries.map((entry) => currentClaim(entry, now));
  const actors = entries.flatMap(({ decidedBy, firstApproval }, index) => [
    decidedBy,
    claims[index]?.by,
    firstApproval?.by,
  ]);
  const nameOfActor = await namesOf(actors, deps);
  return entries.map(({ decidedBy, claim: _, parties: __, firstApproval, ...entry }, index) => ({
    ...entry,
    approvedBy: firstApproval ? nameOfActor(firstApproval.by) : null,
    approvedByReader: firstApproval?.by.personId === personId,
    work: shownClaim(claims[index] ?? null, personId, nameOfActor),
    decidedBy: decidedBy && nameOfActor(decidedBy),
  }));
}
