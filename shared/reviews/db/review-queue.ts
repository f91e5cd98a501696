import * as z from 'zod/mini';
import { digest, shards } from '../../kernel/db/key-parts.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, put, replace, type Write } from '../../kernel/db/transact.ts';
import { nameKey } from '../../kernel/domain/legal-entity.ts';
import { type Product, products } from '../../kernel/domain/product.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import { StoredActor } from '../../platform/db/audit-items.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { isAnsweredCase, type QueueTab, queueTab } from '../domain/queue.ts';
import { type ReviewState, reviewStatuses } from '../domain/review.ts';

/** The search terms of a case. */
export const StoredQueued = z.object({
  /** The name of the entity or the applicant at submission. */
  name: z.string(),
  /** Ids of the persons and the legal entity concerned, and digests of email addresses. */
  parties: z.readonly(z.array(z.string())),
  /** The number of partitions of the queue's lists when the case was added. */
  shards: z.int(),
});
export type StoredQueued = z.output<typeof StoredQueued>;

export type CaseFacts = Pick<StoredQueued, 'name' | 'parties'>;

interface Queueable extends ReviewState {
  readonly queued: StoredQueued;
}

/** A case as stored on the queue's lists, with everything that a page shows of it. Null values are not stored: a page reads four times as many cases as it shows. */
export const QueueEntry = z.object({
  id: z.string(),
  subject: z.object({ type: z.enum(products), id: z.string() }),
  name: z.string(),
  status: z.enum(reviewStatuses),
  createdAt: z.string(),
  returnedReason: z._default(z.nullable(z.string()), null),
  /** When the applicant was last asked, and when they answered. */
  requestedAt: z._default(z.nullable(z.string()), null),
  answeredAt: z._default(z.nullable(z.string()), null),
  decidedAt: z._default(z.nullable(z.string()), null),
  decidedBy: z._default(z.nullable(StoredActor), null),
  claim: z.optional(z.object({ by: StoredActor, at: z.string() })),
  withdrawn: z.optional(z.boolean()),
  /** The first of two approvals. */
  firstApproval: z.optional(z.object({ by: StoredActor, at: z.string() })),
  /** Used to omit the reader's own cases, as in `StoredQueued`. */
  parties: z.readonly(z.array(z.string())),
});
export type QueueEntry = z.output<typeof QueueEntry>;

export function queueEntry(review: Queueable): QueueEntry {
  const { id, subject, status, createdAt, returnedReason, informationRequest } = review;
  const { decidedAt, decidedBy, claim, withdrawn, firstApproval, queued } = review;
  return {
    id,
    subject: { type: subject.type, id: subject.id },
    name: queued.name,
    status,
    createdAt,
    returnedReason,
    requestedAt: informationRequest?.requestedAt ?? null,
    answeredAt: informationRequest?.answeredAt ?? null,
    decidedAt,
    decidedBy,
    ...(claim && { claim }),
    ...(withdrawn && { withdrawn }),
    ...(status === 'pending' && firstApproval && { firstApproval }),
    parties: queued.parties,
  };
}

type QueueList = `review_${QueueTab | 'answered'}#${Product | '*'}`;

/** The list of a tab: all types or one, all cases or only those with an answer. */
export function queueList(
  tab: QueueTab,
  { subjectType, answered }: { subjectType?: Product | undefined; answered?: boolean | undefined },
): QueueList {
  return `review_${answered && tab === 'waiting' ? 'answered' : tab}#${subjectType ?? '*'}`;
}

/** The list of a reviewer's assigned cases, by time of assignment. */
export function claimedList({ kind, id }: Pick<Actor, 'kind' | 'id'>): `review_claimed#${string}` {
  return `review_claimed#${digest(`${kind} ${id}`)}`;
}

/** The keys of all queue entries of a case. Waiting cases are sorted by submission, decided ones by decision. */
export function queuePlaces(review: Queueable): readonly ItemKey[] {
  const { id, subject, createdAt, decidedAt, queued, claim } = review;
  const tab = queueTab(review);
  const since = tab === 'decided' ? (decidedAt ?? createdAt) : createdAt;
  const both = [undefined, subject.type];
  const lists = both.flatMap((subjectType) => [
    queueList(tab, { subjectType }),
    ...(isAnsweredCase(review) ? [queueList(tab, { subjectType, answered: true })] : []),
  ]);
  return [
    ...lists.map((list) => keys.listed(list, since, id, queued.shards)),
    ...(claim && review.status === 'pending'
      ? [keys.listed(claimedList(claim.by), claim.at, id)]
      : []),
  ];
}

/**
 * The writes that move a case from its previous queue entries to the current ones. `was` is null for a new case.
 * Unchanged entries are not written.
 */
export function queueMoves(
  next: Queueable,
  was: Queueable | null,
): Readonly<Record<string, Write>> {
  const places = queuePlaces(next);
  const former = was === null ? [] : queuePlaces(was);
  const entry = queueEntry(next);
  const stored = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
  const isIn = (list: readonly ItemKey[]) => (place: ItemKey) =>
    list.some(({ pk, sk }) => pk === place.pk && sk === place.sk);
  const same = was !== null && isSameValue(queueEntry(was), entry);
  const own = keys.review(next.id);
  const written = same ? places.filter((place) => !isIn(former)(place)) : places;
  const left = former.filter((place) => !isIn(places)(place));
  return Object.fromEntries([
    ...written.map((place, index) => [
      `queue${index}`,
      put({ ...stored, ...place, itemPk: own.pk, itemSk: own.sk }),
    ]),
    ...left.map((place, index) => [`unqueue${index}`, { remove: { Key: place } }]),
  ]);
}

export function queuedAs({ name, parties }: CaseFacts): StoredQueued {
  return { name, parties: [...new Set(parties)], shards: shards.listed };
}

export const StoredQueueViews = z.object({
  personId: z.string(),
  views: z.readonly(
    z.array(z.object({ name: z.string(), query: z.record(z.string(), z.string()) })),
  ),
  version: z.int(),
});
type StoredQueueViews = z.output<typeof StoredQueueViews>;

/** A staff member's saved views; null if they never saved one. */
export async function findQueueViews(
  table: Table,
  personId: string,
): Promise<StoredQueueViews | null> {
  return parseFound(StoredQueueViews, await getItem(table, keys.queueViews(personId)));
}

/** The write of the next views, unless they have changed since they were read. */
export function queueViewsWrite(
  personId: string,
  views: StoredQueueViews['views'],
  read: StoredQueueViews | null,
): Write {
  const item = { ...keys.queueViews(personId), personId, views };
  return read === null
    ? create({ ...item, version: 1 })
    : replace({ ...item, version: read.version });
}

/** The writes that add a case to the search index. */
export function searchWrites({
  id,
  createdAt,
  queued,
}: Pick<Queueable, 'id' | 'createdAt' | 'queued'>): Readonly<Record<string, Write>> {
  const { pk: itemPk, sk: itemSk } = keys.review(id);
  const pointer = { itemPk, itemSk, reviewId: id };
  return Object.fromEntries([
    ...caseWords(queued.name).map(({ beginning, text }, index) => [
      `word${index}`,
      create({ ...keys.reviewWord(beginning, createdAt, id), ...pointer, text }),
    ]),
    ...queued.parties.map((party, index) => [
      `party${index}`,
      create({ ...keys.reviewParty(party, createdAt, id), ...pointer }),
    ]),
  ]);
}

/** The prefix lengths, in letters, under which words are indexed; a shorter search text matches whole words only. */
const lengths = [3, 8] as const;

/** How many words of a name are indexed. */
const words = 5;

/** The normalized form in which case names are compared: no invisible characters, one letter case, single spaces. */
export function caseText(text: string): string {
  return nameKey(text)
    .replaceAll(/[\s.,;:()"'’-]+/g, ' ')
    .trim();
}

/**
 * The index entries of a name: for each of its first words, the text from that word on, under its prefix. Words with
 * the same prefix share one entry, whose `text` contains both.
 */
function caseWords(name: string): readonly { readonly beginning: string; readonly text: string }[] {
  const parts = caseText(name).split(' ').filter(Boolean);
  const texts = parts.slice(0, words).map((_, from) => parts.slice(from).join(' '));
  const keyPrefixes = texts.flatMap((text) =>
    keyPrefixesOf(text).map((each) => [each, text] as const),
  );
  const all = new Map<string, string[]>();
  for (const [beginning, text] of keyPrefixes) {
    all.set(beginning, [...(all.get(beginning) ?? []), text]);
  }
  return [...all].map(([beginning, found]) => ({ beginning, text: found.join('\n') }));
}

/** The index prefix for a search text; null if the text is too short. */
export function beginningOf(sought: string): string | null {
  const letters = [...sought];
  if (letters.length === 0) return null;
  const length = lengths.findLast((each) => each <= letters.length);
  return length === undefined ? wholeWord(sought) : letters.slice(0, length).join('');
}

/** Whether an index entry has a word that begins with the search text. */
export function hasBeginning(text: string, sought: string): boolean {
  const short = [...sought].length < lengths[0];
  return text
    .split('\n')
    .some((each) => (short ? `${each} `.startsWith(`${sought} `) : each.startsWith(sought)));
}

function keyPrefixesOf(text: string): readonly string[] {
  const letters = [...text];
  const [first = ''] = text.split(' ');
  return [
    ...lengths
      .filter((each) => each <= letters.length)
      .map((each) => letters.slice(0, each).join('')),
    ...([...first].length < lengths[0] ? [wholeWord(first)] : []),
  ];
}

/** Marks a complete word, so that it never matches as the prefix of a longer one. */
function wholeWord(word: string): string {
  return `${word} `;
}
