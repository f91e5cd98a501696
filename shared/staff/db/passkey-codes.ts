import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';

/** A code that was issued; the code itself is not stored. */
export const StoredPasskeyCode = z.object({
  personId: z.string(),
  digest: z.string(),
  attemptsLeft: z.int(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type StoredPasskeyCode = z.output<typeof StoredPasskeyCode>;

/**
 * The stored form of a code, and its form in a sealed challenge: its SHA-256 with the person's id,
 * in hexadecimal.
 */
export function passkeyCodeDigest(personId: string, code: string): string {
  return createHash('sha256').update(`${personId} ${code}`).digest('hex');
}

/** A person's latest unused code; null if there is none. */
export async function findPasskeyCode(
  table: Table,
  personId: string,
): Promise<StoredPasskeyCode | null> {
  return parseFound(StoredPasskeyCode, await getItem(table, keys.passkeyCode(personId)));
}

/** The write of a new code, which replaces an earlier one. */
export function handOutCodeWrite(code: StoredPasskeyCode): Write {
  const { personId, expiresAt } = code;
  const ttl = Math.ceil(Date.parse(expiresAt) / 1000);
  return { put: { Item: { ...keys.passkeyCode(personId), ...code, ttl } } };
}

/**
 * Uses one attempt of the code before it is compared, so concurrent attempts can't exceed the
 * limit. Null if none is left, or there is no code.
 */
export async function takeCodeEntry(
  table: Table,
  personId: string,
  now: string,
): Promise<StoredPasskeyCode | null> {
  const outcome = await updateItem(table, {
    Key: keys.passkeyCode(personId),
    UpdateExpression: 'SET attemptsLeft = attemptsLeft - :one',
    ConditionExpression: 'attemptsLeft > :zero AND expiresAt > :now',
    ExpressionAttributeValues: { ':one': 1, ':zero': 0, ':now': now },
  });
  return outcome.kind === 'written' ? parseStored(StoredPasskeyCode, outcome.item) : null;
}

/**
 * The write that uses up a code. Refused if it was used, replaced or has expired since it was
 * entered.
 */
export function useCodeWrite(personId: string, digest: string, now: string): Write {
  return {
    remove: {
      Key: keys.passkeyCode(personId),
      ConditionExpression: 'digest = :digest AND expiresAt > :now',
      ExpressionAttributeValues: { ':digest': digest, ':now': now },
    },
  };
}

/** The write that removes a person's code, if there is one. */
export function dropCodeWrite(personId: string): Write {
  return { remove: { Key: keys.passkeyCode(personId) } };
}
