import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { create, transact } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';

const day = 86_400_000;

/**
 * How long a retired key stays published, in milliseconds: a week, because tokens live an hour; an
 * ES256 key a week longer than the verifiable credentials signed with it.
 */
const retention = { RS256: 7 * day, PS256: 7 * day, ES256: 37 * day } as const;

const published = { use: z.literal('sig'), kid: z.string() };

/** The public key, as it is published (RFC 7517). */
export const PublicJwk = z.discriminatedUnion('kty', [
  z.object({
    kty: z.literal('RSA'),
    n: z.string(),
    e: z.string(),
    alg: z.enum(['RS256', 'PS256']),
    ...published,
  }),
  z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    alg: z.literal('ES256'),
    ...published,
  }),
]);
export type PublicJwk = z.output<typeof PublicJwk>;

const StoredSigningKey = z.object({
  kid: z.string(),
  jwk: PublicJwk,
  createdAt: z.string(),
  /** When it began to sign tokens; null while it is the next key. */
  activeFrom: z.nullable(z.string()),
  retiredAt: z.nullable(z.string()),
});
export type StoredSigningKey = z.output<typeof StoredSigningKey>;

/**
 * Every key that verifies tokens at `now` or will sign soon: the next, the current and the retired
 * ones.
 */
export async function listSigningKeys(
  table: Table,
  now: Date,
): Promise<readonly StoredSigningKey[]> {
  const { pk, sk } = keys.signingKey('');
  const items = await readAll(table, { value: pk, prefix: sk });
  return items
    .map((item) => parseStored(StoredSigningKey, item))
    .filter(({ retiredAt, jwk }) => retiredAt === null || endOf(retiredAt, jwk) > now.getTime());
}

/** Publishes a key as the next one; does nothing if it is already published. */
export async function publishSigningKey(table: Table, jwk: PublicJwk, at: string): Promise<void> {
  const { kid } = jwk;
  const key = { kid, jwk, createdAt: at, activeFrom: null, retiredAt: null };
  await transact(table, { key: create({ ...keys.signingKey(kid), ...key }) });
}

/** Records that the key now signs tokens; does nothing if that was already recorded. */
export async function noteActive(table: Table, kid: string, at: string): Promise<void> {
  await updateItem(table, {
    Key: keys.signingKey(kid),
    UpdateExpression: 'SET activeFrom = :now',
    ConditionExpression: 'attribute_type(activeFrom, :null)',
    ExpressionAttributeValues: { ':now': at, ':null': 'NULL' },
  });
}

/**
 * Records that the key no longer signs. It is removed once everything that it signed has expired.
 */
export async function retireSigningKey(
  table: Table,
  { kid, jwk }: Pick<StoredSigningKey, 'kid' | 'jwk'>,
  at: string,
): Promise<void> {
  await updateItem(table, {
    Key: keys.signingKey(kid),
    UpdateExpression: 'SET retiredAt = :now, #ttl = :ttl',
    ConditionExpression: 'attribute_type(retiredAt, :null)',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':now': at,
      ':null': 'NULL',
      ':ttl': Math.ceil(endOf(at, jwk) / 1000),
    },
  });
}

function endOf(retiredAt: string, { alg }: PublicJwk): number {
  return Date.parse(retiredAt) + retention[alg];
}
