import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { isConditionFailed } from '../../kernel/db/table-error.ts';
import {
  countAt,
  hasCallsLeft,
  type RateCount,
  type RateLimits,
  type RateUse,
  useOf,
} from '../../kernel/domain/rate-window.ts';

const StoredCount = z.object({
  minute: z.number(),
  inMinute: z.number(),
  day: z.number(),
  inDay: z.number(),
});

/** Counters are stored for two days after their last change. Both windows have ended by then. */
const retentionSeconds = 172_800;

/**
 * Counts one call of a key if it fits into the minute and the day; a refused call is not counted.
 *
 * Exact under concurrency: the limits are conditions of the write. In the current windows it is one
 * write. In a new window a second write resets the counts; a call that loses that race tries again.
 * `now` is in Unix milliseconds.
 */
export async function countCall(
  table: Table,
  keyId: string,
  limits: RateLimits,
  now: number,
): Promise<RateUse> {
  let seen: RateCount | null = countAt(null, now);
  let stored: RateCount | null = seen;
  for (;;) {
    const found = await increment(table, keyId, limits, seen, stored, now);
    if (found.counted) return useOf(found.count, limits, true);
    stored = found.count;
    seen = countAt(stored, now);
    if (!hasCallsLeft(seen, limits)) return useOf(seen, limits, false);
  }
}

/**
 * One attempt. In the current windows the counts increase by one; if `stored`, the count that was
 * found, belongs to ended windows, the first call of the new ones replaces it.
 */
async function increment(
  table: Table,
  keyId: string,
  limits: RateLimits,
  target: RateCount,
  stored: RateCount | null,
  now: number,
): Promise<Attempt> {
  const running = stored?.minute === target.minute && stored.day === target.day;
  const values = { ':minute': target.minute, ':ttl': Math.ceil(now / 1000) + retentionSeconds };
  try {
    const { Attributes } = await table.client.call('UpdateItem', {
      TableName: table.name,
      Key: keys.rateCount(keyId),
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...(running
        ? {
            UpdateExpression: 'SET #ttl = :ttl ADD inMinute :one, inDay :one',
            ConditionExpression: '#minute = :minute AND inMinute < :perMinute AND inDay < :perDay',
            ExpressionAttributeNames: { '#ttl': 'ttl', '#minute': 'minute' },
            ExpressionAttributeValues: {
              ...values,
              ':one': 1,
              ':perMinute': limits.perMinute,
              ':perDay': limits.perDay,
            },
          }
        : {
            UpdateExpression:
              'SET #minute = :minute, inMinute = :inMinute, #day = :day, inDay = :inDay, #ttl = :ttl',
            ConditionExpression:
              stored === null
                ? 'attribute_not_exists(pk)'
                : '#minute = :foundMinute AND #day = :foundDay AND inDay = :foundInDay',
            ExpressionAttributeNames: { '#ttl': 'ttl', '#minute': 'minute', '#day': 'day' },
            ExpressionAttributeValues: {
              ...values,
              ':inMinute': target.inMinute + 1,
              ':day': target.day,
              ':inDay': target.inDay + 1,
              ...(stored !== null && {
                ':foundMinute': stored.minute,
                ':foundDay': stored.day,
                ':foundInDay': stored.inDay,
              }),
            },
          }),
    });
    return { counted: true, count: z.parse(StoredCount, Attributes) };
  } catch (error) {
    if (!isConditionFailed(error)) throw error;
    return { counted: false, count: parseFound(StoredCount, error.Item && unmarshall(error.Item)) };
  }
}

type Attempt =
  | { readonly counted: true; readonly count: RateCount }
  | { readonly counted: false; readonly count: RateCount | null };

/** The use of the limits so far, without counting a call. `now` is in Unix milliseconds. */
export async function readUse(
  table: Table,
  keyId: string,
  limits: RateLimits,
  now: number,
): Promise<RateUse> {
  const stored = parseFound(StoredCount, await getItem(table, keys.rateCount(keyId)));
  const count = countAt(stored, now);
  return useOf(count, limits, hasCallsLeft(count, limits));
}
