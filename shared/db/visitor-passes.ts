import * as z from 'zod/mini';
import { keys } from './keys.ts';
import { listWrite } from './listed.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import { parseFound, parseStored } from './stored.ts';
import { getItem, getItems, type Table } from './table.ts';
import { create, transact, type Write } from './transact.ts';

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

/** Claims are kept for two days, in seconds: they only count on their own. */
const keptSeconds = 172_800;

export async function findVisitorPass(table: Table, id: string): Promise<StoredVisitorPass | null> {
  return parseFound(StoredVisitorPass, await getItem(table, keys.visitorPass(id)));
}

/**
 * The writes that store a new application, in its three lists. Refused as `claim` when there is one of this
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
    // The source's partition, so that both filters together need no more than this row.
    ofEmail: create({
      ...keys.visitorPassOfEmail(email, createdAt, id),
      ...pointer,
      of: source.pk,
    }),
    ofSource: create({ ...source, ...pointer }),
  };
}

export interface VisitorPassFilter {
  readonly email?: string | undefined;
  readonly referralSource?: string | undefined;
}

/** A page of applications, newest first; strongly consistent. Case and outer spaces of filters don't count. */
export async function readVisitorPasses(
  table: Table,
  { email, referralSource }: VisitorPassFilter,
  request: Omit<PageRequest, 'keep'>,
): Promise<Page<StoredVisitorPass>> {
  const ofSource =
    referralSource === undefined ? undefined : keys.visitorPassOfSource(referralSource, '', '').pk;
  const ofEmail = email === undefined ? undefined : keys.visitorPassOfEmail(email, '', '').pk;
  const page = await readPage(
    table,
    { value: ofEmail ?? ofSource ?? keys.listed('visitor_pass', '', '').pk },
    {
      ...request,
      ...(ofEmail !== undefined &&
        ofSource !== undefined && { keep: (item) => item['of'] === ofSource }),
    },
  );
  const wanted = page.items.map((item) => ({
    pk: String(item['itemPk']),
    sk: String(item['itemSk']),
  }));
  if (wanted.length === 0) return { ...page, items: [] };
  const found = (await getItems(table, wanted)).filter((item) => item !== undefined);
  return { ...page, items: found.map((item) => parseStored(StoredVisitorPass, item)) };
}

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
  return Math.ceil(Date.parse(at) / 1000) + keptSeconds;
}
