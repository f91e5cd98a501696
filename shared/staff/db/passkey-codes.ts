import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';

/** A code that was handed out; the code itself is stored nowhere. */
export const StoredPasskeyCode = z.object({
  personId: z.string(),
  digest: z.string(),
  entriesLeft: z.int(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type StoredPasskeyCode = z.output<typeof StoredPasskeyCode>;

/** The stored form of a code, sealed once it was entered: its SHA-256 with the person's id, in hexadecimal. */
export function passkeyCodeDigest(personId: string, code: string): string {
  return createHash('sha256').update(`${personId} ${code}`).digest('hex');
}

/** What was handed out to someone last, and is not used; null: nothing. */
export async function findPasskeyCode(
  table: Table,
  personId: string,
): Promise<StoredPasskeyCode | null> {
  return parseFound(StoredPasskeyCode, await getItem(table, keys.passkeyCode(personId)));
}

/** The write of a new code, instead of one that there may be. */
export function handOutCodeWrite(code: StoredPasskeyCode): Write {
  const { personId, expiresAt } = code;
  const ttl = Math.ceil(Date.parse(expiresAt) / 1000);
  return { put: { Item: { ...keys.passkeyCode(personId), ...code, ttl } } };
}

/**
 * Takes one attempt off the code before it is compared, so parallel attempts can't exceed the limit. Null if none is left, and if
 * there is no code.
 */
export async function takeCodeEntry(
  table: Table,
  personId: string,
  now: string,
): Promise<StoredPasskeyCode | null> {
  const outcome = await updateItem(table, {
    Key: keys.passkeyCode(personId),
    UpdateExpression: 'SET entriesLeft = entriesLeft - :one',
    ConditionExpression: 'entriesLeft > :zero AND expiresAt > :now',
    ExpressionAttributeValues: { ':one': 1, ':zero': 0, ':now': now },
  });
  return outcome.kind === 'written' ? parseStored(StoredPasskeyCode, outcome.item) : null;
}

/** The write that uses a code up. Refused when it was used or replaced since it was entered, and when it has lapsed. */
export function useCodeWrite(personId: string, digest: string, now: string): Write {
  return {
    remove: {
      Key: keys.passkeyCode(personId),
      ConditionExpression: 'digest = :digest AND expiresAt > :now',
      ExpressionAttributeValues: { ':digest': digest, ':now': now },
    },
  };
}

/** The write after which someone has no code; there may be none. */
export function dropCodeWrite(personId: string): Write {
  return { remove: { Key: keys.passkeyCode(personId) } };
}
