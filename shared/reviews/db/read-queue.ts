import * as z from 'zod/mini';
import { listShards } from '../../kernel/db/keys.ts';
import { shardedList } from '../../kernel/db/listed-kinds.ts';
import { type Page, readPart } from '../../kernel/db/page.ts';
import { readShardedPage } from '../../kernel/db/sharded-page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import type { Product } from '../../kernel/domain/product.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { isAnsweredCase, type QueueAssignee, type QueueTab, queueTab } from '../domain/queue.ts';
import type { ReviewState } from '../domain/review.ts';
import { claimMinutes, currentClaim } from '../domain/review-claim.ts';
import { claimedList, QueueEntry, queueList } from './review-queue.ts';

/** Which cases of the queue to return. */
export interface QueueFilter {
  readonly tab: QueueTab;
  readonly subjectType?: Product | undefined;
  /** Limits waiting cases to those with an answer to a question; other tabs are not limited. */
  readonly answered?: boolean | undefined;
  /** Only cases that have waited since this instant or longer; ignored for decided cases. */
  readonly waitingSince?: string | undefined;
  /** Only the reader's assigned cases, or only unassigned ones. */
  readonly assignee?: QueueAssignee | undefined;
  /** Default: the oldest waiting case first, the latest decision first. */
  readonly oldestFirst?: boolean | undefined;
}

export interface QueueReader {
  readonly actor: Pick<Actor, 'kind' | 'id'>;
  readonly now: string;
}

interface QueueBounds {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** The maximum number of assigned cases that a page reports for a reviewer. Claims expire after an hour. */
const handful = 100;

/**
 * A page of the queue, strongly consistent: waiting cases by submission, decided ones by decision. Omits cases whose first approval is the reader's own. Unassigned cases are those without a claim in the last hour. Usually one
 * round trip, because each partition returns three times its share plus one: two pages in a hundred need another.
 */
export async function readQueue(
  table: Table,
  filter: QueueFilter,
  { limit, after }: QueueBounds,
  viewer: QueueReader,
): Promise<Page<QueueEntry>> {
  const { tab, waitingSince, assignee } = filter;
  if (assignee === 'mine') return { items: await readMine(table, filter, viewer), next: null };
  const list = queueList(tab, filter);
  const decided = tab === 'decided';
  const { oldestFirst = !decided } = filter;
  const until = decided || waitingSince === undefined ? undefined : behind(waitingSince);
  const start = until === undefined || (after !== undefined && after < until) ? after : until;
  const page = await readShardedPage(table, shardedList(list), {
    limit,
    ...(oldestFirst ? { after, oldestFirst, until } : { after: start }),
    first: Math.ceil((3 * (limit + 1)) / listShards(list)) + 1,
    only: decided ? decidedParts : pendingParts,
    ...(!decided && {
      keep: (item: Item) => isForReader(heldCase(item), assignee, viewer),
    }),
  });
  return { items: page.items.map(entryOf), next: page.next };
}

/**
 * The attributes read for a waiting case; the rest follows from its sort key. Pages read four times as many cases as
 * they show, so each attribute adds cost.
 */
const pendingParts = [
  ...['subject', 'name', 'returnedReason', 'requestedAt', 'answeredAt'],
  ...['claim', 'withdrawn', 'firstApproval', 'parties'],
];

/** The sort key of a decided case does not contain its submission time. */
const decidedParts = [...pendingParts, 'status', 'createdAt', 'decidedAt', 'decidedBy'];

/** The attributes that decide whether a waiting case is for the reader. */
const HeldCase = z.pick(QueueEntry, { claim: true, firstApproval: true });

/** Most cases have none of them, and every case read is checked. */
function heldCase(item: Item): z.output<typeof HeldCase> {
  const isFree = item['claim'] === undefined && item['firstApproval'] === undefined;
  return isFree ? {} : parseStored(HeldCase, item);
}

function entryOf(item: Item): QueueEntry {
  const place = String(item['sk']);
  const [createdAt, id] = [place.slice(0, place.indexOf('#')), place.slice(place.indexOf('#') + 1)];
  return parseStored(QueueEntry, { id, createdAt, status: 'pending', ...item });
}

/** A sort key after all entries of an instant. */
function behind(instant: string): string {
  return `${instant}#~`;
}

/**
 * Whether the reader can act on a waiting case; not if they gave its first approval. `second`: only cases that need a
 * second approval; `free`: only unassigned cases.
 */
function isForReader(
  entry: z.output<typeof HeldCase>,
  assignee: QueueAssignee | undefined,
  { actor, now }: QueueReader,
): boolean {
  const { firstApproval } = entry;
  if (firstApproval?.by.kind === actor.kind && firstApproval.by.id === actor.id) return false;
  if (assignee === 'second') return firstApproval !== undefined;
  return assignee !== 'free' || currentClaim({ ...entry, status: 'pending' }, now) === null;
}

/** The reader's assigned cases without expired assignments. */
async function readMine(
  table: Table,
  filter: QueueFilter,
  { actor, now }: QueueReader,
): Promise<readonly QueueEntry[]> {
  const since = new Date(Date.parse(now) - claimMinutes * 60_000).toISOString();
  const { items } = await readPart(
    table,
    { value: shardedList(claimedList(actor)).name },
    { behind: behind(since), limit: handful },
  );
  return items
    .map((item) => parseStored(QueueEntry, item))
    .filter((entry) => isMatch(asReview(entry), entry, { ...filter, assignee: undefined }, now))
    .toSorted((left, right) =>
      left.createdAt < right.createdAt === (filter.oldestFirst ?? true) ? -1 : 1,
    );
}

function asReview({ id, status, requestedAt, answeredAt }: QueueEntry) {
  const informationRequest =
    requestedAt === null ? undefined : { id, reviewId: id, message: '', requestedAt, answeredAt };
  return { status, informationRequest };
}

function isMatch(
  review: Pick<ReviewState, 'status' | 'informationRequest'>,
  { subject, createdAt, claim }: Pick<ReviewState, 'subject' | 'createdAt' | 'claim'>,
  { tab, subjectType, answered, waitingSince, assignee }: QueueFilter,
  now: string,
): boolean {
  return (
    queueTab(review) === tab &&
    (subjectType ?? subject.type) === subject.type &&
    (!answered || tab !== 'waiting' || isAnsweredCase(review)) &&
    (tab === 'decided' || waitingSince === undefined || createdAt <= waitingSince) &&
    (assignee !== 'free' || currentClaim({ status: review.status, claim }, now) === null)
  );
}
