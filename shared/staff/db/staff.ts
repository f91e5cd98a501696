import * as z from 'zod/mini';
import { digest } from '../../kernel/db/key-parts.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { type Page, readAll, readPage } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';
import { textKey } from '../../kernel/domain/fold-case.ts';
import { products } from '../../kernel/domain/product.ts';
import { staffRoles } from '../domain/staff-rights.ts';

export const StoredStaffMember = z.object({
  personId: z.string(),
  roles: z.readonly(z.array(z.enum(staffRoles))),
  subjectTypes: z.nullable(z.readonly(z.array(z.enum(products)))),
  status: z.enum(['active', 'removed']),
  addedAt: z.string(),
  changedAt: z.string(),
  version: z.int(),
});
export type StoredStaffMember = z.output<typeof StoredStaffMember>;

/** Digests of the setting's addresses that no longer apply. */
export const StoredStaffSeeds = z.object({
  takenOver: z.readonly(z.array(z.string())),
  version: z.int(),
});
export type StoredStaffSeeds = z.output<typeof StoredStaffSeeds>;

/** The staff data of a person: their own item, and the replaced addresses of the setting. */
export interface StaffItems {
  readonly member: StoredStaffMember | null;
  readonly seeds: StoredStaffSeeds | null;
}

/** Keys of these items, in this order, for `staffItems`. */
export function staffKeys(personId: string): readonly ItemKey[] {
  return [keys.staffMember(personId), keys.staffSeeds()];
}

/** The staff data in the items read at `staffKeys`. */
export function staffItems([member, seeds]: readonly (Item | undefined)[]): StaffItems {
  return {
    member: parseFound(StoredStaffMember, member),
    seeds: parseFound(StoredStaffSeeds, seeds),
  };
}

/** The same, read now: one round trip, strongly consistent. */
export async function findStaff(table: Table, personId: string): Promise<StaffItems> {
  return staffItems(await getItems(table, staffKeys(personId)));
}

/** Whether an item has replaced an address of the setting. */
export function isTakenOver(seeds: StoredStaffSeeds | null, email: string): boolean {
  return seeds?.takenOver.includes(addressDigest(email)) ?? false;
}

/** All staff items. There are few. */
export async function readStaff(table: Table): Promise<{
  readonly members: readonly StoredStaffMember[];
  readonly seeds: StoredStaffSeeds | null;
}> {
  const items = await readAll(table, { value: keys.staffSeeds().pk });
  const { sk } = keys.staffSeeds();
  return {
    members: items
      .filter((item) => item['sk'] !== sk)
      .map((item) => parseStored(StoredStaffMember, item)),
    seeds: parseFound(
      StoredStaffSeeds,
      items.find((item) => item['sk'] === sk),
    ),
  };
}

/** A page of the members, by person id, including removed ones. */
export async function listStaff(
  table: Table,
  bounds: { readonly limit: number; readonly after?: string | undefined },
): Promise<Page<StoredStaffMember>> {
  const { pk, sk } = keys.staffMember('');
  const { items, next } = await readPage(table, { value: pk, prefix: sk }, bounds);
  return { items: items.map((item) => parseStored(StoredStaffMember, item)), next };
}

/** The write of a member's next state, unless it has changed since it was read. */
export function staffMemberWrite(
  next: Omit<StoredStaffMember, 'version'>,
  read: StoredStaffMember | null,
): Write {
  const item = { ...keys.staffMember(next.personId), ...next };
  return read === null
    ? create({ ...item, version: 1 })
    : replace({ ...item, version: read.version });
}

/**
 * The write after which the setting no longer applies to the address; undefined if that is already
 * so.
 */
export function takenOverWrite(seeds: StoredStaffSeeds | null, email: string): Write | undefined {
  if (isTakenOver(seeds, email)) return undefined;
  const takenOver = [...(seeds?.takenOver ?? []), addressDigest(email)];
  return seeds === null
    ? create({ ...keys.staffSeeds(), takenOver, version: 1 })
    : replace({ ...keys.staffSeeds(), takenOver, version: seeds.version });
}

/**
 * The check that a person's staff data has not changed since it was read; for a reviewer by the
 * setting, that they have no item.
 */
export function unchangedStaffCheck(personId: string, member: StoredStaffMember | null): Write {
  const Key = keys.staffMember(personId);
  return member === null
    ? { check: { Key, ConditionExpression: 'attribute_not_exists(pk)' } }
    : {
        check: {
          Key,
          ConditionExpression: 'version = :read',
          ExpressionAttributeValues: { ':read': member.version },
        },
      };
}

function addressDigest(email: string): string {
  return digest(textKey(email));
}
