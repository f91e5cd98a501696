import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';

/** Kept for a day after the last write, in seconds. */
const retentionSeconds = 86_400;

/** How browsers that asked for a code and were mailed none get in. */
const StoredSignInAddress = z.object({
  /** The challenge that the newest long code was mailed for, of an unknown browser, and the one before. */
  newestLong: z.nullish(z.string()),
  formerLong: z.nullish(z.string()),
  /** Until when those codes work in every browser that asked for the address. */
  lentUntil: z.nullish(z.string()),
});

/**
 * The challenges whose long codes work in every browser that asked for the address. Two, because of two mails
 * sent at the same moment nobody can tell which one is newer.
 */
export async function findLentChallenges(
  table: Table,
  email: string,
  now: string,
): Promise<readonly string[]> {
  const address = parseFound(StoredSignInAddress, await getItem(table, keys.signInAddress(email)));
  if (address === null || (address.lentUntil ?? '') <= now) return [];
  return [address.newestLong, address.formerLong].filter((one) => typeof one === 'string');
}

/** The write that notes for which challenge the newest long code is about to be mailed. */
export function newestLongWrite(email: string, reference: string, now: Date): Write {
  return setWrite(
    email,
    'formerLong = if_not_exists(newestLong, :none), newestLong = :value',
    { ':value': reference, ':none': null },
    now,
  );
}

/** The write that lets the newest long codes work in every browser that asked, until then. */
export function lendNewestWrite(email: string, lentUntil: string, now: Date): Write {
  return setWrite(email, 'lentUntil = :value', { ':value': lentUntil }, now);
}

function setWrite(
  email: string,
  fields: string,
  values: Readonly<Record<string, string | null>>,
  now: Date,
): Write {
  return {
    update: {
      Key: keys.signInAddress(email),
      UpdateExpression: `SET ${fields}, #ttl = :ttl`,
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ...values,
        ':ttl': Math.ceil(now.getTime() / 1000) + retentionSeconds,
      },
    },
  };
}
