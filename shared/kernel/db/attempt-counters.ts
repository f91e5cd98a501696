import { type ItemKey, keys } from './keys.ts';
import { getItem, type Item, type Table } from './table.ts';
import type { Write } from './transact.ts';
import { updateItem } from './update.ts';

/** A limit of attempts in a time window. */
export interface AttemptLimit {
  /** The limit's name; each kind is counted separately. */
  readonly kind: string;
  /** The number of attempts allowed in one window. */
  readonly max: number;
  /** The window's length in milliseconds; windows begin at its multiples. */
  readonly window: number;
}

/** Counters are stored for an hour after their window. */
const retentionSeconds = 3_600;

/**
 * Counts one attempt of `subject` if the current window allows it; a rejected attempt is not
 * counted. Exact under concurrency: the limit is the condition of the write. `count` includes this
 * attempt, or is the maximum. Instants are in Unix milliseconds.
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
 * Whether the current window allows one more attempt, to be checked before costly work.
 * `attemptWrite` decides.
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
 * The write that counts one attempt, or `amount` of them, in the action's own transaction, so they
 * are counted only if the action succeeds. Refused if the window doesn't allow all of them.
 * `amount` is at most the limit.
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
 * Counts one attempt of `subject` in the current window without checking a limit, and returns the
 * new count. For limits that are read at the same time; each caller gets a different number.
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

/** The count in a counter's item. */
export function attemptsOf(counter: Item | undefined): number {
  return Number(counter?.['attempts'] ?? 0);
}

/** Undoes the count of an attempt made at `now`. */
export async function uncountAttempt(
  table: Table,
  limit: Omit<AttemptLimit, 'max'>,
  subject: string,
  now: number,
): Promise<void> {
  await takeBack(table, attemptKey(limit, subject, now).pk);
}

/**
 * Undoes the count of one attempt under a partition key; does nothing if the counter has expired.
 */
export async function takeBack(table: Table, pk: string): Promise<void> {
  await updateItem(table, {
    Key: { pk, sk: keys.attempts('', '', '').sk },
    UpdateExpression: 'ADD attempts :less',
    ConditionExpression: 'attempts > :none',
    ExpressionAttributeValues: { ':less': -1, ':none': 0 },
  });
}

/** The key of the counter of `subject` in the current window. */
export function attemptKey(
  limit: Omit<AttemptLimit, 'max'>,
  subject: string,
  now: number,
): ItemKey {
  return keys.attempts(limit.kind, subject, new Date(windowStart(limit, now)).toISOString());
}

/** The end of the current window in Unix milliseconds. */
export function windowEndOf(limit: Pick<AttemptLimit, 'window'>, now: number): number {
  return windowStart(limit, now) + limit.window;
}

function windowStart({ window }: Pick<AttemptLimit, 'window'>, now: number): number {
  return now - (now % window);
}
