import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';
import type { RegistrationToken } from '../domain/registration-token.ts';

/** How long operators see a token that has ended, in seconds: a month. */
const seenAfterwards = 2_592_000;

const StoredRegistrationToken = z.object({
  id: z.string(),
  label: z.string(),
  publisher: z.string(),
  scopes: z.array(z.string()),
  maxClients: z.int(),
  registered: z.int(),
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.nullable(z.string()),
});

/**
 * The number of tokens issued: its version ensures that all tokens were read before a new one is
 * issued.
 */
const StoredCount = z.object({ version: z.int() });
type StoredCount = z.output<typeof StoredCount>;

/** The token as it is stored, without the secret. */
export function registrationTokenItem(token: RegistrationToken): Item {
  const ttl = Math.ceil(Date.parse(token.expiresAt) / 1000) + seenAfterwards;
  return { ...keys.registrationToken(token.id), ...token, ttl };
}

export async function findRegistrationToken(
  table: Table,
  id: string,
): Promise<RegistrationToken | null> {
  return parseFound(StoredRegistrationToken, await getItem(table, keys.registrationToken(id)));
}

/** All tokens, newest first, without those that ended more than a month ago. */
export async function allRegistrationTokens(table: Table): Promise<readonly RegistrationToken[]> {
  const { pk, sk } = keys.registrationToken('');
  const items = await readAll(table, { value: pk, prefix: sk });
  return items
    .map((item) => parseStored(StoredRegistrationToken, item))
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** The number of tokens issued so far, to be read before the tokens; null: none. */
export async function findRegistrationTokenCount(table: Table): Promise<StoredCount | null> {
  return parseFound(StoredCount, await getItem(table, keys.registrationTokenCount()));
}

/** The write that counts one more token; refused if another was issued since the count was read. */
export function registrationTokenCountWrite(read: StoredCount | null): Write {
  const key = keys.registrationTokenCount();
  return read === null ? create({ ...key, version: 1 }) : replace({ ...key, ...read });
}

/**
 * The write that counts one more client. Refused if the token is not valid at `now` or has reached
 * its limit.
 */
export function countClientWrite(id: string, now: string): Write {
  return {
    update: {
      Key: keys.registrationToken(id),
      UpdateExpression: 'ADD registered :one',
      ConditionExpression:
        'registered < maxClients AND expiresAt > :now AND attribute_type(revokedAt, :null)',
      ExpressionAttributeValues: { ':one': 1, ':now': now, ':null': 'NULL' },
    },
  };
}

/** The write that revokes a token; refused if it does not exist or was already revoked. */
export function revokeRegistrationTokenWrite(id: string, now: string): Write {
  return {
    update: {
      Key: keys.registrationToken(id),
      UpdateExpression: 'SET revokedAt = :now',
      ConditionExpression: 'attribute_type(revokedAt, :null)',
      ExpressionAttributeValues: { ':now': now, ':null': 'NULL' },
    },
  };
}
