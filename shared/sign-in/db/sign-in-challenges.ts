import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { locales } from '../../kernel/domain/locale.ts';
import { budgetNames } from '../domain/sign-in-budgets.ts';
import { maxWrongCodes } from '../domain/sign-in-challenge.ts';

/** How long a challenge is stored after it expires, in seconds: a day, to detect a second use. */
const retentionSeconds = 86_400;

/**
 * A started sign-in. Its id is a secret of the browser; only its digest, `reference`, is stored.
 */
export const StoredChallenge = z.object({
  reference: z.string(),
  /** As it was typed. */
  email: z.string(),
  /** The person who was emailed the code. */
  personId: z.nullable(z.string()),
  code: z.enum(['short', 'long', 'none']),
  /** The partition keys of `attempts` in which it was counted; they do not reveal the person. */
  counted: z.array(z.object({ budget: z.enum(budgetNames), pk: z.string() })),
  /** The requesting browser: `Firefox on Windows`; never its location. */
  browser: z.string(),
  /** Whether that browser had signed in to this account before. */
  known: z.boolean(),
  /** The language of the requesting page; absent if unknown. */
  locale: z.optional(z.enum(locales)),
  /** The application for which the user signs in. */
  clientId: z.nullable(z.string()),
  codeHash: z.nullable(z.string()),
  codeExpiresAt: z.nullable(z.string()),
  wrongCodes: z.int(),
  usedAt: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type StoredChallenge = z.output<typeof StoredChallenge>;

/** A digest used where a challenge's id must not appear. */
export function challengeReference(challengeId: string): string {
  return createHash('sha256').update(challengeId).digest('hex');
}

/** The stored form of a code: its SHA-256 with the challenge, in hexadecimal. */
export function hashCode(reference: string, code: string): string {
  return createHash('sha256').update(`${reference} ${code}`).digest('hex');
}

/** Whether it is the challenge's code, compared in constant time. */
export function isCodeOf({ reference, codeHash }: StoredChallenge, code: string): boolean {
  const entered = Buffer.from(hashCode(reference, code), 'hex');
  const stored = codeHash === null ? Buffer.alloc(entered.length) : Buffer.from(codeHash, 'hex');
  return timingSafeEqual(entered, stored) && codeHash !== null;
}

/** A started sign-in, by the reference in the browser; null if there is none. */
export async function findChallenge(
  table: Table,
  reference: string,
): Promise<StoredChallenge | null> {
  return parseFound(StoredChallenge, await getItem(table, keys.signInChallenge(reference)));
}

/** Several challenges in one round trip, without those that no longer exist. */
export async function findChallenges(
  table: Table,
  references: readonly string[],
): Promise<readonly StoredChallenge[]> {
  if (references.length === 0) return [];
  const items = await getItems(table, references.map(keys.signInChallenge));
  return items.flatMap((item) => parseFound(StoredChallenge, item) ?? []);
}

/** Stores a started sign-in until some time after it expires; refused if its reference exists. */
export function newChallengeWrite(challenge: StoredChallenge): Write {
  return create({
    ...keys.signInChallenge(challenge.reference),
    ...challenge,
    ttl: Math.ceil(Date.parse(challenge.expiresAt) / 1000) + retentionSeconds,
  });
}

const stillOpen = 'usedAt = :none AND wrongCodes < :most';
const stillOpenValues = { ':none': null, ':most': maxWrongCodes };

/** Stores a new code. False if the challenge was used or locked since it was read. */
export async function recordCode(
  table: Table,
  { reference, codeHash, codeExpiresAt, personId }: StoredChallenge,
): Promise<boolean> {
  const outcome = await updateItem(table, {
    Key: keys.signInChallenge(reference),
    UpdateExpression:
      'SET codeHash = :codeHash, codeExpiresAt = :codeExpiresAt, personId = :personId',
    ConditionExpression: stillOpen,
    ExpressionAttributeValues: {
      ...stillOpenValues,
      ':codeHash': codeHash,
      ':codeExpiresAt': codeExpiresAt,
      ':personId': personId,
    },
  });
  return outcome.kind === 'written';
}

/** Counts a wrong code and returns the new count; null if the challenge was already closed. */
export async function countWrongCode(table: Table, reference: string): Promise<number | null> {
  const outcome = await updateItem(table, {
    Key: keys.signInChallenge(reference),
    UpdateExpression: 'SET wrongCodes = wrongCodes + :one',
    ConditionExpression: stillOpen,
    ExpressionAttributeValues: { ...stillOpenValues, ':one': 1 },
  });
  return outcome.kind === 'written' ? parseStored(StoredChallenge, outcome.item).wrongCodes : null;
}

/**
 * The write that uses up a challenge whose long code was entered in another browser. Refused if it
 * was used in the meantime, or has another code; it may be locked in its own browser.
 */
export function lendChallengeWrite(
  { reference, codeHash }: StoredChallenge,
  usedAt: string,
): Write {
  return {
    update: {
      Key: keys.signInChallenge(reference),
      UpdateExpression: 'SET usedAt = :at',
      ConditionExpression: 'usedAt = :none AND codeHash = :codeHash',
      ExpressionAttributeValues: { ':none': null, ':at': usedAt, ':codeHash': codeHash },
    },
  };
}

/** The write that uses up a challenge. Refused unless it is open and still has this code. */
export function useChallengeWrite({ reference, codeHash }: StoredChallenge, usedAt: string): Write {
  return {
    update: {
      Key: keys.signInChallenge(reference),
      UpdateExpression: 'SET usedAt = :at',
      ConditionExpression: `${stillOpen} AND codeHash = :codeHash`,
      ExpressionAttributeValues: { ...stillOpenValues, ':at': usedAt, ':codeHash': codeHash },
    },
  };
}

/** The state of an address for browsers that requested a code but were sent no email. */
const StoredSignInAddress = z.object({
  /** The challenges of the two newest long codes emailed for unknown browsers. */
  newestLong: z.nullish(z.string()),
  previousLong: z.nullish(z.string()),
  /** Until when those codes work in every browser that requested one for the address. */
  lentUntil: z.nullish(z.string()),
});

/**
 * The challenges whose long codes work in every browser that requested one for the address. There
 * are two, because for two emails sent at the same moment it is unclear which one is newer.
 */
export async function findLentChallenges(
  table: Table,
  email: string,
  now: string,
): Promise<readonly string[]> {
  const address = parseFound(StoredSignInAddress, await getItem(table, keys.signInAddress(email)));
  if (address === null || (address.lentUntil ?? '') <= now) return [];
  return [address.newestLong, address.previousLong].filter((one) => typeof one === 'string');
}

/** The write that records the challenge whose new long code is about to be emailed. */
export function newestLongWrite(email: string, reference: string, now: Date): Write {
  return setWrite(
    email,
    'previousLong = if_not_exists(newestLong, :none), newestLong = :value',
    { ':value': reference, ':none': null },
    now,
  );
}

/**
 * The write that makes the newest long codes work in every requesting browser, until the given
 * instant.
 */
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
