import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { shardedList } from '../../kernel/db/listed-kinds.ts';
import { countAll, countParts, readPart } from '../../kernel/db/page.ts';
import { partitionsOf, readOldest, readShardedPage } from '../../kernel/db/sharded-page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, put, replace, transact, type Write } from '../../kernel/db/transact.ts';
import { type Product, products } from '../../kernel/domain/product.ts';
import { ageBounds, type Waits, waitOf, waitsOf, waitsOver, weeksUntil } from '../domain/queue.ts';
import type { QueueFilter } from './read-queue.ts';
import { QueueEntry, queueList } from './review-queue.ts';
import { reviewList } from './reviews.ts';

/** The number of cases on each list of the queue at the last count. */
export const StoredReviewCounts = z.object({
  at: z.string(),
  /** By type, also of cases that need a second approval. Does not include decided cases. */
  counts: z.record(z.string(), z.int()),
  /** How long decided cases had waited, by type; absent before the first calculation. */
  waits: z.optional(
    z.object({
      at: z.string(),
      byType: z.partialRecord(
        z.enum(products),
        z.object({ decided: z.int(), medianSeconds: z.int(), p90Seconds: z.int() }),
      ),
      /** Waiting cases by age, as in `ageBounds`; absent before the first calculation, like `weeks`. */
      ages: z.optional(z.partialRecord(z.enum(products), z.array(z.int()))),
      /** Decisions per week, by the date of its Monday. */
      weeks: z.optional(z.record(z.string(), z.partialRecord(z.enum(products), z.int()))),
    }),
  ),
});
export type StoredReviewCounts = z.output<typeof StoredReviewCounts>;

/** The lists except that of all waiting cases, which `countWaitingCases` reads. */
const counted = products.flatMap((subjectType) => [
  queueList('waiting', { subjectType, answered: true }),
  queueList('awaiting_answer', { subjectType }),
]);

/** The count of a type's waiting cases with the first of two approvals. They are on no list of their own. */
const secondApprovals = (subjectType: Product) => `second#${subjectType}`;

const week = 7 * 86_400_000;

/** How long waiting times are cached, in milliseconds, because each calculation reads some hundred decisions. */
const waitsKept = 55 * 60_000;

/** Counts the cases in the queue and stores the result. Calculates decision times once an hour. */
export async function keepReviewCounts(table: Table, at: string): Promise<void> {
  const former = await findReviewCounts(table);
  const isFresh = Date.parse(at) - Date.parse(former?.waits?.at ?? '') < waitsKept;
  const [entries, waiting] = await Promise.all([
    Promise.all(counted.map(async (list) => [list, await countIn(table, list)] as const)),
    ofTypes((type) => countWaitingCases(table, type)),
  ]);
  const counts = Object.fromEntries([
    ...entries,
    ...products.flatMap((type) => [
      [queueList('waiting', { subjectType: type }), waiting[type].all] as const,
      [secondApprovals(type), waiting[type].second] as const,
    ]),
  ]);
  const waits = isFresh ? former?.waits : await readHourly(table, { at, counts }, former?.waits);
  await transact(table, { counts: put({ ...keys.reviewCounts(), at, counts, waits }) });
}

/**
 * How long after its end a week can still receive decisions, in milliseconds, because clocks differ and indexes lag.
 */
const late = 10 * 60_000;

/** The figures that are calculated once an hour. A week that was counted after its end is not counted again. */
async function readHourly(
  table: Table,
  { at, counts }: Pick<StoredReviewCounts, 'at' | 'counts'>,
  former: StoredReviewCounts['waits'],
): Promise<NonNullable<StoredReviewCounts['waits']>> {
  const countedAt = Date.parse(former?.at ?? '');
  const mondays = weeksUntil(at);
  const [byType, ages, counted] = await Promise.all([
    readWaits(table, at),
    ofTypes((type) => readAges(table, type, { at, counts })),
    Promise.all(
      mondays.map(async (monday) => {
        const isOver = countedAt > Date.parse(monday) + week + late;
        const kept = isOver ? former?.weeks?.[monday] : undefined;
        return [monday, kept ?? (await readWeek(table, monday))] as const;
      }),
    ),
  ]);
  return { at, byType, ages, weeks: Object.fromEntries(counted) };
}

/** All waiting cases of a type, and those that need a second approval, in one pass. */
async function countWaitingCases(table: Table, subjectType: Product) {
  const list = shardedList(queueList('waiting', { subjectType }));
  const parts = await Promise.all(
    partitionsOf(list).map((partition) =>
      countParts(table, partition, { without: 'firstApproval' }),
    ),
  );
  return {
    all: parts.reduce((sum, { all }) => sum + all, 0),
    second: parts.reduce((sum, { all, count }) => sum + all - count, 0),
  };
}

async function ofTypes<Value>(
  read: (type: Product) => Promise<Value>,
): Promise<Readonly<Record<Product, Value>>> {
  const entries = await Promise.all(
    products.map(async (type) => [type, await read(type)] as const),
  );
  // The entries cover every product.
  return Object.fromEntries(entries) as Record<Product, Value>;
}

async function readAges(
  table: Table,
  subjectType: Product,
  { at, counts }: Pick<StoredReviewCounts, 'at' | 'counts'>,
): Promise<number[]> {
  const list = queueList('waiting', { subjectType });
  const younger = await Promise.all(
    ageBounds.map((days) => {
      const since = new Date(Date.parse(at) - days * 86_400_000).toISOString();
      return countIn(table, list, [since, '~']);
    }),
  );
  // A case may be added or removed between two of the counts.
  return [...younger, counts[list] ?? 0].map((count, index) =>
    Math.max(0, count - (younger[index - 1] ?? 0)),
  );
}

/** The number of decisions in the week, without withdrawn cases. */
function readWeek(table: Table, monday: string): Promise<Readonly<Record<Product, number>>> {
  const next = new Date(Date.parse(monday) + week).toISOString();
  return ofTypes((subjectType) =>
    countIn(table, queueList('decided', { subjectType }), [monday, next], 'withdrawn'),
  );
}

async function countIn(
  table: Table,
  list: ReturnType<typeof queueList>,
  between?: readonly [string, string],
  without?: string,
): Promise<number> {
  const counted = between && { between, ...(without !== undefined && { without }) };
  const parts = partitionsOf(shardedList(list)).map((partition) =>
    countAll(table, partition, counted),
  );
  return (await Promise.all(parts)).reduce((sum, part) => sum + part, 0);
}

/** How long the latest decisions of each type took. Omits withdrawn cases, and types without decisions. */
async function readWaits(
  table: Table,
  at: string,
): Promise<Readonly<Partial<Record<Product, Waits>>>> {
  const since = new Date(Date.parse(at) - waitsOver.days * 86_400_000).toISOString();
  const found = await Promise.all(
    products.map(async (subjectType) => {
      const list = shardedList(queueList('decided', { subjectType }));
      const { items } = await readShardedPage(table, list, {
        limit: waitsOver.cases,
        above: since,
      });
      const seconds = items.flatMap((item) => {
        const { createdAt, decidedAt, withdrawn } = parseStored(QueueEntry, item);
        return decidedAt === null || withdrawn ? [] : [waitOf({ createdAt, decidedAt })];
      });
      return [subjectType, waitsOf(seconds)] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, waits]) => waits !== null));
}

/** The latest counts; null before the first count. */
export async function findReviewCounts(table: Table): Promise<StoredReviewCounts | null> {
  return parseFound(StoredReviewCounts, await getItem(table, keys.reviewCounts()));
}

/** The number of cases of a type on each list of the queue. */
export function countsOfType({ counts }: StoredReviewCounts, subjectType: Product) {
  const of = (list: string) => counts[list] ?? 0;
  return {
    waitingCases: of(queueList('waiting', { subjectType })),
    answeredCases: of(queueList('waiting', { subjectType, answered: true })),
    awaitingAnswerCases: of(queueList('awaiting_answer', { subjectType })),
  };
}

/** The number of a type's waiting cases that need a second approval. */
export function countSecondApprovals({ counts }: StoredReviewCounts, subjectType: Product): number {
  return counts[secondApprovals(subjectType)] ?? 0;
}

/** The number of cases that match a filter; null for filters that are not counted. */
export function countFor(
  { counts }: StoredReviewCounts,
  { tab, subjectType, answered, waitingSince, assignee }: QueueFilter,
): number | null {
  if (tab === 'decided' || waitingSince !== undefined || assignee !== undefined) return null;
  const lists = (subjectType === undefined ? products : [subjectType]).map((type) =>
    queueList(tab, { subjectType: type, answered }),
  );
  return lists.reduce((sum, list) => sum + (counts[list] ?? 0), 0);
}

/** When reviewers were last notified of waiting cases. */
const StoredReviewDigest = z.object({ notifiedAt: z.string(), version: z.int() });
type StoredReviewDigest = z.output<typeof StoredReviewDigest>;

/** Null before the first digest. */
export async function findReviewDigest(table: Table): Promise<StoredReviewDigest | null> {
  return parseFound(StoredReviewDigest, await getItem(table, keys.reviewDigest()));
}

/**
 * Records that reviewers were notified at `notifiedAt` (ISO 8601). Refused if another process has notified them since
 * `read`.
 */
export function digestWrite(read: StoredReviewDigest | null, notifiedAt: string): Write {
  const item = { ...keys.reviewDigest(), notifiedAt };
  return read === null
    ? create({ ...item, version: 1 })
    : replace({ ...item, version: read.version });
}

const waiting = shardedList(reviewList({ status: 'pending' }));

/**
 * The number of waiting reviews of each kind. Runs one Query per kind and partition, on lists that contain only waiting
 * reviews.
 */
export function countWaiting(
  table: Table,
): Promise<readonly { readonly subjectType: Product; readonly count: number }[]> {
  return Promise.all(
    products.map(async (subjectType) => {
      const list = shardedList(reviewList({ subjectType, status: 'pending' }));
      const parts = await Promise.all(
        partitionsOf(list).map((partition) => countAll(table, partition)),
      );
      return { subjectType, count: parts.reduce((sum, part) => sum + part, 0) };
    }),
  );
}

/** When the oldest waiting review was created (ISO 8601); null if none is waiting. */
export async function oldestWaiting(table: Table): Promise<string | null> {
  const oldest = await readOldest(table, waiting);
  // Sort keys begin with the creation time: `…createdAt#…id`.
  return oldest === undefined ? null : (String(oldest['sk']).split('#')[0] ?? null);
}

/** Whether any review created after `at` (ISO 8601) is waiting. */
export async function waitsSince(table: Table, at: string): Promise<boolean> {
  // A sort key after all entries of that instant.
  const behind = `${at}#~`;
  const parts = await Promise.all(
    partitionsOf(waiting).map((partition) =>
      readPart(table, partition, { forwards: true, behind, limit: 1 }),
    ),
  );
  return parts.some(({ items }) => items.length > 0);
}
