import * as z from 'zod/mini';
import { shards } from '../../kernel/db/key-parts.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { listWrite, shardedList } from '../../kernel/db/listed-kinds.ts';
import type { Page, PageBounds } from '../../kernel/db/page.ts';
import { visitorPassesOfSource } from '../../kernel/db/person-keys.ts';
import { readShardedPage, type ShardedList } from '../../kernel/db/sharded-page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Table } from '../../kernel/db/table.ts';
import { create, transact, type Write } from '../../kernel/db/transact.ts';

/** An application for a visitor pass, with all stored data about the person. */
export const StoredVisitorPass = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  signature: z.string(),
  referralSource: z.string(),
  dateOfBirth: z.nullable(z.string()),
  createdAt: z.string(),
});
export type StoredVisitorPass = z.output<typeof StoredVisitorPass>;

/** How long claims are stored, in seconds (two days). Each claim is valid on one day only. */
const retentionSeconds = 172_800;

/** The application with this id; null if there is none. */
export async function findVisitorPass(table: Table, id: string): Promise<StoredVisitorPass | null> {
  return parseFound(StoredVisitorPass, await getItem(table, keys.visitorPass(id)));
}

/**
 * The writes that store a new application on its three lists. `claim` is refused if the address has one from the same
 * source and UTC day.
 */
export function newVisitorPassWrites(
  pass: StoredVisitorPass,
): Record<'claim' | 'pass' | 'listed' | 'ofEmail' | 'ofSource', Write> {
  const { id, email, referralSource, createdAt } = pass;
  const key = keys.visitorPass(id);
  const claim = keys.visitorPassClaim(email, referralSource, createdAt.slice(0, 10));
  const source = keys.visitorPassOfSource(referralSource, createdAt, id);
  const pointer = { itemPk: key.pk, itemSk: key.sk };
  return {
    claim: create({ ...claim, ttl: expiry(createdAt) }),
    pass: create({ ...key, ...pass }),
    listed: listWrite('visitor_pass', createdAt, id, key),
    // The index entry for both filters together.
    ofEmail: create({
      ...keys.visitorPassOfEmail(email, createdAt, id),
      gsi1pk: partitions.visitorPassesOf(email, referralSource),
      gsi1sk: source.sk,
      ...pointer,
    }),
    ofSource: create({ ...source, ...pointer }),
  };
}

export interface VisitorPassFilter {
  readonly email?: string | undefined;
  readonly referralSource?: string | undefined;
}

/**
 * A page of applications, newest first. Strongly consistent, except with both filters: those use an index that is up to
 * a second behind. Filters ignore case and surrounding spaces.
 */
export async function readVisitorPasses(
  table: Table,
  filter: VisitorPassFilter,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredVisitorPass>> {
  const page = await readShardedPage(table, listOf(filter), request);
  const requested = page.items.map((item) => ({
    pk: String(item['itemPk']),
    sk: String(item['itemSk']),
  }));
  if (requested.length === 0) return { ...page, items: [] };
  const found = (await getItems(table, requested)).filter((item) => item !== undefined);
  return { ...page, items: found.map((item) => parseStored(StoredVisitorPass, item)) };
}

function listOf({ email, referralSource }: VisitorPassFilter): ShardedList {
  if (email !== undefined && referralSource !== undefined)
    return { name: partitions.visitorPassesOf(email, referralSource), shards: 0, index: 'gsi1' };
  if (email !== undefined) return { name: keys.visitorPassOfEmail(email, '', '').pk, shards: 0 };
  if (referralSource !== undefined)
    return { name: visitorPassesOfSource(referralSource), shards: shards.source };
  return shardedList('visitor_pass');
}

/**
 * Claims the one email per UTC day that the address gets, for this application; safe to repeat. False if another
 * application has claimed it.
 */
export async function claimVisitorPassMail(
  table: Table,
  { id, email }: StoredVisitorPass,
  now: string,
): Promise<boolean> {
  const outcome = await transact(table, {
    mail: {
      put: {
        Item: {
          ...keys.visitorPassMail(email, now.slice(0, 10)),
          visitorPassId: id,
          ttl: expiry(now),
        },
        ConditionExpression: 'attribute_not_exists(pk) OR visitorPassId = :id',
        ExpressionAttributeValues: { ':id': id },
      },
    },
  });
  return outcome.kind === 'written';
}

function expiry(at: string): number {
  return Math.ceil(Date.parse(at) / 1000) + retentionSeconds;
}
