import * as z from 'zod/mini';
import { listShards } from '../../kernel/db/keys.ts';
import { type Page, readPart } from '../../kernel/db/page.ts';
import { readSpreadPage } from '../../kernel/db/spread-page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import { spreadList } from '../../kernel/db/things.ts';
import type { Product } from '../../kernel/domain/product.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { isAnsweredCase, type QueueHand, type QueueTab, queueTab } from '../domain/queue.ts';
import type { ReviewState } from '../domain/review.ts';
import { claimMinutes, currentClaim } from '../domain/review-claim.ts';
import { claimedList, QueueEntry, queueList } from './review-queue.ts';

/** What of the queue is shown. */
export interface QueueFilter {
  readonly tab: QueueTab;
  readonly subjectType?: Product | undefined;
  /** Limits waiting cases to those with an answer to a question; other tabs are not limited. */
  readonly answered?: boolean | undefined;
  /** Only what has waited since then, or longer; of what is decided, nothing is left out. */
  readonly waitingSince?: string | undefined;
  /** Only what the reader is at work on, or what nobody is. */
  readonly hand?: QueueHand | undefined;
}

/** Who reads the queue, and when. */
export interface QueueReader {
  readonly actor: Pick<Actor, 'kind' | 'id'>;
  readonly now: string;
}

interface QueueBounds {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** How many a reviewer can be at work on, of which a page says so: an hour's claims. */
const handful = 100;

/**
 * A page of the queue: waiting cases oldest first, decided ones newest decision first; strongly consistent.
 * One round trip, and one more in two pages of a thousand: each partition is asked for three times its share,
 * and two more.
 *
 * Cases that the reader approved first are left out. Unassigned cases are the list without the claims of the
 * last hour.
 */
export async function readQueue(
  table: Table,
  filter: QueueFilter,
  { limit, after }: QueueBounds,
  reader: QueueReader,
): Promise<Page<QueueEntry>> {
  const { tab, waitingSince, hand } = filter;
  if (hand === 'mine') return { items: await readMine(table, filter, reader), next: null };
  const list = queueList(tab, filter);
  const decided = tab === 'decided';
  const page = await readSpreadPage(table, spreadList(list), {
    limit,
    after,
    oldestFirst: !decided,
    until: decided || waitingSince === undefined ? undefined : behind(waitingSince),
    first: Math.ceil((3 * (limit + 1)) / listShards(list)) + 2,
    only: decided ? decidedParts : pendingParts,
    ...(!decided && {
      keep: (item: Item) => isForReader(parseStored(HeldCase, item), hand, reader),
    }),
  });
  return { items: page.items.map(entryOf), next: page.next };
}

/**
 * What is read of a case that waits; the rest follows from its place, and from that it waits. Four times as many are read as are
 * shown, so that a page costs what is read of each.
 */
const pendingParts = [
  ...['subject', 'name', 'returnedReason', 'askedAt', 'answeredAt'],
  ...['claim', 'withdrawn', 'firstApproval', 'about'],
];

/** The place of a case that is decided doesn't tell when it was submitted. */
const decidedParts = [...pendingParts, 'status', 'createdAt', 'decidedAt', 'decidedBy'];

/** The parts of a waiting case that decide whether it is for a reader. They are checked for every case that is read. */
const HeldCase = z.pick(QueueEntry, { claim: true, firstApproval: true });

/** A case of a list, of which these parts were read. */
function entryOf(item: Item): QueueEntry {
  const place = String(item['sk']);
  const [createdAt, id] = [place.slice(0, place.indexOf('#')), place.slice(place.indexOf('#') + 1)];
  const waiting = { status: 'pending', decidedAt: null, decidedBy: null };
  return parseStored(QueueEntry, { id, createdAt, ...waiting, ...item });
}

/** A place behind all that were listed at an instant. */
function behind(instant: string): string {
  return `${instant}#~`;
}

/**
 * Whether the reader has something to do about a case that waits: of one that they approved first, someone else has. `second`: only
 * what waits for a second approval; `free`: only what nobody is at work on.
 */
function isForReader(
  entry: z.output<typeof HeldCase>,
  hand: QueueHand | undefined,
  { actor, now }: QueueReader,
): boolean {
  const { firstApproval } = entry;
  if (firstApproval?.by.kind === actor.kind && firstApproval.by.id === actor.id) return false;
  if (hand === 'second') return firstApproval !== undefined;
  return hand !== 'free' || currentClaim({ ...entry, status: 'pending' }, now) === null;
}

/** The reader's assigned cases, oldest first: expired assignments are not read. */
async function readMine(
  table: Table,
  filter: QueueFilter,
  { actor, now }: QueueReader,
): Promise<readonly QueueEntry[]> {
  const since = new Date(Date.parse(now) - claimMinutes * 60_000).toISOString();
  const { items } = await readPart(
    table,
    { value: spreadList(claimedList(actor)).name },
    { behind: behind(since), limit: handful },
  );
  return items
    .map((item) => parseStored(QueueEntry, item))
    .filter((entry) => isWanted(asReview(entry), entry, { ...filter, hand: undefined }, now))
    .toSorted((left, right) => (left.createdAt < right.createdAt ? -1 : 1));
}

/** The part of a review that the queue's rules need. */
function asReview({ id, status, askedAt, answeredAt }: QueueEntry) {
  const informationRequest =
    askedAt === null
      ? undefined
      : { id, reviewId: id, message: '', requestedAt: askedAt, answeredAt };
  return { status, informationRequest };
}

function isWanted(
  review: Pick<ReviewState, 'status' | 'informationRequest'>,
  { subject, createdAt, claim }: Pick<ReviewState, 'subject' | 'createdAt' | 'claim'>,
  { tab, subjectType, answered, waitingSince, hand }: QueueFilter,
  now: string,
): boolean {
  return (
    queueTab(review) === tab &&
    (subjectType ?? subject.type) === subject.type &&
    (!answered || tab !== 'waiting' || isAnsweredCase(review)) &&
    (tab === 'decided' || waitingSince === undefined || createdAt <= waitingSince) &&
    (hand !== 'free' || currentClaim({ status: review.status, claim }, now) === null)
  );
}
