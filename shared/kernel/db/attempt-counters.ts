import { type ItemKey, keys } from './keys.ts';
import { getItem, type Item, type Table } from './table.ts';
import type { Write } from './transact.ts';
import { updateItem } from './update.ts';

/** The kind of attempts, and its window. */
export interface AttemptLimit {
  /** Name of the limit; attempts of other kinds are counted apart. */
  readonly kind: string;
  /** How many attempts one window allows. */
  readonly max: number;
  /** Length of the window in milliseconds; windows begin at multiples of it. */
  readonly window: number;
}

/** Counts are kept for an hour after their window. */
const retentionSeconds = 3_600;

/**
 * Counts one attempt of `subject` if it fits into the running window; a refused one is not counted. Exact
 * under concurrency: the limit is the condition of the one write. `count`: how many there are with it, or the
 * most that fit. Instants in Unix milliseconds.
 */
export async function countAttempt(
  table: Table,
  limit: AttemptLimit,
  subject: string,
  now: number,
): Promise<{ readonly counted: boolean; readonly count: number; readonly windowEnd: number }> {
  const outcome = await updateItem(table, counting(limit, subject, now));
  const counted = outcome.kind === 'written';
  const count = counted ? attemptsOf(outcome.item) : limit.max;
  return { counted, count, windowEnd: windowEndOf(limit, now) };
}

/**
 * Whether one more attempt would fit into the running window now, before work that would be costly
 * to do in vain. `attemptWrite` decides.
 */
export async function hasRoom(
  table: Table,
  limit: AttemptLimit,
  subject: string,
  now: number,
): Promise<{ readonly counted: boolean; readonly windowEnd: number }> {
  const counter = await getItem(table, attemptKey(limit, subject, now));
  return { counted: attemptsOf(counter) < limit.max, windowEnd: windowEndOf(limit, now) };
}

/**
 * The write that counts one attempt, or `amount` of them, in the transaction of the action itself: it is counted only
 * if the action happens. Refused if not all fit into the window. `amount` is at most the limit.
 */
export function attemptWrite(limit: AttemptLimit, subject: string, now: number, amount = 1): Write {
  return { update: counting(limit, subject, now, amount) };
}

function counting(limit: AttemptLimit, subject: string, now: number, amount = 1) {
  return {
    Key: attemptKey(limit, subject, now),
    UpdateExpression: 'SET #ttl = :ttl ADD attempts :amount',
    ConditionExpression: 'attribute_not_exists(attempts) OR attempts <= :room',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':amount': amount,
      ':room': limit.max - amount,
      ':ttl': Math.ceil(windowEndOf(limit, now) / 1000) + retentionSeconds,
    },
  };
}

/**
 * Counts one attempt of `subject` in the running window, whatever the limit, and says how many there are with
 * it. For limits that are read while the attempt is counted; each caller gets a different number.
 */
export async function countEveryAttempt(
  table: Table,
  limit: Omit<AttemptLimit, 'max'>,
  subject: string,
  now: number,
): Promise<number> {
  const windowEnd = windowEndOf(limit, now);
  const outcome = await updateItem(table, {
    Key: attemptKey(limit, subject, now),
    UpdateExpression: 'SET #ttl = :ttl ADD attempts :one',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':one': 1,
      ':ttl': Math.ceil(windowEnd / 1000) + retentionSeconds,
    },
  });
  if (outcome.kind === 'refused') throw new Error('unreachable: there is no condition');
  return attemptsOf(outcome.item);
}

/** The attempts that the counter's item holds. */
export function attemptsOf(counter: Item | undefined): number {
  return Number(counter?.['attempts'] ?? 0);
}

/** Takes back an attempt that was counted at `now`. */
export async function uncountAttempt(
  table: Table,
  limit: Omit<AttemptLimit, 'max'>,
  subject: string,
  now: number,
): Promise<void> {
  await takeBack(table, attemptKey(limit, subject, now).pk);
}

/** Takes back an attempt that was counted under the partition key; nothing if the count has gone. */
export async function takeBack(table: Table, pk: string): Promise<void> {
  await updateItem(table, {
    Key: { pk, sk: keys.attempts('', '', '').sk },
    UpdateExpression: 'ADD attempts :less',
    ConditionExpression: 'attempts > :none',
    ExpressionAttributeValues: { ':less': -1, ':none': 0 },
  });
}

/** Where the attempts of `subject` in the current window are counted. */
export function attemptKey(
  limit: Omit<AttemptLimit, 'max'>,
  subject: string,
  now: number,
): ItemKey {
  return keys.attempts(limit.kind, subject, new Date(windowStart(limit, now)).toISOString());
}

/** End of the running window, in Unix milliseconds. */
export function windowEndOf(limit: Pick<AttemptLimit, 'window'>, now: number): number {
  return windowStart(limit, now) + limit.window;
}

function windowStart({ window }: Pick<AttemptLimit, 'window'>, now: number): number {
  return now - (now % window);
}
