import * as z from 'zod/mini';
import { shards } from '../../kernel/db/key-parts.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { listWrite, spreadList } from '../../kernel/db/listed.ts';
import type { Migration } from '../../kernel/db/migration.ts';
import { type Page, type PageBounds, readFirst } from '../../kernel/db/page.ts';
import { visitorPassesOfSource } from '../../kernel/db/person-keys.ts';
import { partitionsOf, readSpreadPage, type SpreadList } from '../../kernel/db/spread-page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Table } from '../../kernel/db/table.ts';
import { create, transact, type Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';

/** An application for a visitor pass. All that is known of the person is in this one item. */
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

/** For how long claims are kept, in seconds: two days, as each only counts on its own. */
const retentionSeconds = 172_800;

/** An application for a visitor pass by its id; null when there is none. */
export async function findVisitorPass(table: Table, id: string): Promise<StoredVisitorPass | null> {
  return parseFound(StoredVisitorPass, await getItem(table, keys.visitorPass(id)));
}

/**
 * The writes that store a new application, in its three lists. `claim` is refused when there is one of this
 * UTC day with the address and the source.
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
    // Both filters together, in the index; `of` is the source's list, by which version 0.1.0 filtered.
    ofEmail: create({
      ...keys.visitorPassOfEmail(email, createdAt, id),
      ...ofBoth(email, referralSource, source.sk),
      ...pointer,
      of: visitorPassesOfSource(referralSource),
    }),
    ofSource: create({ ...source, ...pointer }),
  };
}

/** Where the row of an application lies in the index: with those of the address and the source. */
function ofBoth(email: string, referralSource: string, order: string) {
  return { gsi1pk: partitions.visitorPassesOf(email, referralSource), gsi1sk: order };
}

export interface VisitorPassFilter {
  readonly email?: string | undefined;
  readonly referralSource?: string | undefined;
}

/**
 * A page of applications, newest first; it reads what it shows, and a few more where a list is spread. Strongly consistent, but for both filters
 * together: these are read from an index, which follows the table within a second. Filters ignore case and
 * outer spaces.
 */
export async function readVisitorPasses(
  table: Table,
  filter: VisitorPassFilter,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredVisitorPass>> {
  const { list, keep } = await listOf(table, filter);
  const page = await readSpreadPage(table, list, { ...request, ...(keep && { keep }) });
  const wanted = page.items.map((item) => ({
    pk: String(item['itemPk']),
    sk: String(item['itemSk']),
  }));
  if (wanted.length === 0) return { ...page, items: [] };
  const found = (await getItems(table, wanted)).filter((item) => item !== undefined);
  return { ...page, items: found.map((item) => parseStored(StoredVisitorPass, item)) };
}

async function listOf(
  table: Table,
  { email, referralSource }: VisitorPassFilter,
): Promise<{ readonly list: SpreadList; readonly keep?: PageBounds['keep'] }> {
  if (referralSource === undefined && email === undefined)
    return { list: spreadList('visitor_pass') };
  const ofSource = visitorPassesOfSource(referralSource ?? '');
  if (email === undefined) return { list: { name: ofSource, shards: shards.source } };
  const ofEmail = keys.visitorPassOfEmail(email, '', '').pk;
  if (referralSource === undefined) return { list: { name: ofEmail, shards: 0 } };
  // The rows of version 0.1.0 are not in the index until the migration `former-passes` has run; it files the oldest last.
  const oldest = await readFirst(table, { value: ofEmail });
  if (oldest !== undefined && oldest['gsi1pk'] === undefined)
    return { list: { name: ofEmail, shards: 0 }, keep: (item) => item['of'] === ofSource };
  const ofTwo = partitions.visitorPassesOf(email, referralSource);
  return { list: { name: ofTwo, shards: 0, index: 'gsi1' } };
}

/**
 * Puts the applications of version 0.1.0 into the index of both filters. The list's own partition comes last, newest first:
 * readers go by the oldest.
 */
export const formerPasses: Migration = {
  name: 'former-passes',
  code: 1,
  about: 'puts applications for visitor passes of version 0.1.0 into the index of both filters',
  segments: [
    partitionsOf(spreadList('visitor_pass'))
      .toReversed()
      .map((list) => ({ list })),
  ],
  async look(places, table) {
    const found = await getItems(
      table,
      places.map(({ itemPk, itemSk }) => ({ pk: String(itemPk), sk: String(itemSk) })),
    );
    const passes = found.map((item) => parseFound(StoredVisitorPass, item));
    const rowOf = ({ email, createdAt, id }: StoredVisitorPass) =>
      keys.visitorPassOfEmail(email, createdAt, id);
    const rows = await getItems(
      table,
      passes.map((pass) => pass && rowOf(pass)),
    );
    return passes.map((pass, index) => {
      const row = rows[index];
      if (pass === null || row === undefined || row['gsi1pk'] !== undefined) return null;
      return {
        sample: pass.id,
        carryOut: async () => {
          const key = rowOf(pass);
          const { gsi1pk, gsi1sk } = ofBoth(pass.email, pass.referralSource, key.sk);
          const outcome = await updateItem(table, {
            Key: key,
            UpdateExpression: 'SET gsi1pk = :list, gsi1sk = :order',
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(gsi1pk)',
            ExpressionAttributeValues: { ':list': gsi1pk, ':order': gsi1sk },
          });
          return outcome.kind === 'written' ? 'changed' : 'again';
        },
      };
    });
  },
};

/**
 * Takes the one mail of the UTC day that the address gets for this application; a repeat of the same
 * application has it already. False when another application has it.
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
