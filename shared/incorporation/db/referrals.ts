import * as z from 'zod/mini';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { isReferralCode } from '../../kernel/domain/code.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { StoredEntity } from '../../registry/db/entities.ts';

/** The limit of one BatchGetItem. */
const batchSize = 100;

const ReferredPerson = z.object({ personId: z.string(), referredAt: z.string() });
const ReferredEntity = z.object({ entityId: z.string() });

/** A referral code with the ids of the people and entities referred, newest first. */
interface Referrals {
  readonly code: StoredReferralCode;
  readonly persons: readonly z.output<typeof ReferredPerson>[];
  readonly entities: readonly z.output<typeof ReferredEntity>[];
}

/** The code's whole partition, in one round trip unless it is large; null for an unknown code. */
export async function findReferrals(table: Table, code: string): Promise<Referrals | null> {
  if (!isReferralCode(code.trim())) return null;
  const { pk, sk } = keys.referralCode(code);
  const items = await readAll(table, { value: pk });
  const found = parseFound(
    StoredReferralCode,
    items.find((item) => item['sk'] === sk),
  );
  if (found === null) return null;
  const newestFirst = items.toReversed();
  const under = (key: ItemKey) => {
    const [prefix = ''] = key.sk.split('#');
    return newestFirst.filter((item) => String(item['sk']).startsWith(`${prefix}#`));
  };
  return {
    code: found,
    persons: under(keys.referredPerson(code, '', '')).map((item) =>
      parseStored(ReferredPerson, item),
    ),
    entities: under(keys.referredEntity(code, '', '')).map((item) =>
      parseStored(ReferredEntity, item),
    ),
  };
}

/**
 * The people referred, with current data. `represents`: whether the person represents the code's entity. If not, reads
 * only what fits into the same request.
 */
export async function readReferred(
  table: Table,
  { code, persons, entities }: Referrals,
  personId: string,
) {
  const requested = [
    ...persons.map((referred) => keys.person(referred.personId)),
    ...entities.map((referred) => keys.entity(referred.entityId)),
  ];
  const ofEntity = code.ownerType === 'legal_entity';
  const beside = ofEntity ? requested.slice(0, batchSize - 1) : requested;
  const [representative, ...first] = await getMany(table, [
    keys.representative(code.ownerId, personId),
    ...beside,
  ]);
  const represents = representative !== undefined;
  if (ofEntity && !represents) return { represents, persons: [], entities: [] };
  const others = [...first, ...(await getMany(table, requested.slice(beside.length)))];
  return {
    represents,
    persons: others.slice(0, persons.length).map((item) => parseFound(StoredPerson, item)),
    entities: others.slice(persons.length).map((item) => parseFound(StoredEntity, item)),
  };
}

/** Reads any number of items in parallel batches. */
async function getMany(
  table: Table,
  requested: readonly ItemKey[],
): Promise<readonly (Item | undefined)[]> {
  const batches: (readonly ItemKey[])[] = [];
  for (let start = 0; start < requested.length; start += batchSize) {
    batches.push(requested.slice(start, start + batchSize));
  }
  const found = await Promise.all(batches.map((batch) => getItems(table, batch)));
  return found.flat();
}

const referralOwners = ['natural_person', 'legal_entity'] as const;

/** A referral code with its original spelling; lookups ignore letter case. */
export const StoredReferralCode = z.object({
  code: z.string(),
  ownerType: z.enum(referralOwners),
  ownerId: z.string(),
  selfReferralEnabled: z.boolean(),
  createdAt: z.string(),
});
export type StoredReferralCode = z.output<typeof StoredReferralCode>;

/** The referral code for any equivalent spelling; null for a text that can't be a code. */
export async function findReferralCode(
  table: Table,
  code: string,
): Promise<StoredReferralCode | null> {
  if (!isReferralCode(code.trim())) return null;
  return parseFound(StoredReferralCode, await getItem(table, keys.referralCode(code)));
}

export function referralCodeItem(code: StoredReferralCode): Item {
  return { ...keys.referralCode(code.code), ...code };
}
