import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { create, put, type Write, type Writes } from '../../kernel/db/transact.ts';
import { endedByGrant, replacedByGrant } from '../domain/person.ts';
import { isActive, type ResidencyPeriod } from '../domain/residency.ts';
import { newResidentPermitNumber, type Resident } from '../domain/rpn.ts';
import { findPeople, residencyWrite, type StoredPerson, type StoredResidency } from './people.ts';

/**
 * The current state of a resident permit number. Written in the residency's own transaction, so a
 * verification reads only this item.
 */
export const StoredResident = z.object({
  resident: z.enum(['legal_entity', 'natural_person']),
  ownerId: z.string(),
  periods: z.array(
    z.object({ effectiveDate: z.string(), terminationDate: z.nullable(z.string()) }),
  ),
});
export type StoredResident = z.output<typeof StoredResident>;

/** The owner of the number; null if there is none. */
export async function findResident(table: Table, rpn: string): Promise<StoredResident | null> {
  return parseFound(StoredResident, await getItem(table, keys.residentPermitNumber(rpn)));
}

/** Whether one of the resident's periods covers `now`. */
export function isActiveResident(resident: StoredResident, now: string): boolean {
  return resident.periods.some((period) => isActive(period, now));
}

/** The item of a number that is allocated, or whose residency changed. */
export function residentItem(
  rpn: string,
  resident: Resident,
  ownerId: string,
  periods: readonly ResidencyPeriod[],
): Item {
  return {
    ...keys.residentPermitNumber(rpn),
    resident,
    ownerId,
    periods: periods.map(({ effectiveDate, terminationDate }) => ({
      effectiveDate,
      terminationDate,
    })),
  };
}

/**
 * People with a permit number by date of birth, to find people who may be the same person before a
 * permit is granted.
 *
 * Each person has an item here that leads to their current data. The partition also counts its
 * changes. A grant of a first permit is refused if the count has changed since it was read, so of
 * two grants to one person only one is written.
 */
export interface PermitHolders {
  readonly people: readonly StoredPerson[];
  /** For `permitHolderWrites`. */
  readonly filed: number;
}

/** Everyone with a permit number and this date of birth, strongly consistent. */
export async function readPermitHolders(table: Table, dateOfBirth: string): Promise<PermitHolders> {
  const items = await readAll(table, { value: keys.permitsFiled(dateOfBirth).pk });
  const ids = items.flatMap(({ personId }) => (typeof personId === 'string' ? [personId] : []));
  const people = await findPeople(table, ids);
  return {
    people: people.filter((person) => person.dateOfBirth === dateOfBirth),
    filed: Number(items.find(({ filed }) => filed !== undefined)?.['filed'] ?? 0),
  };
}

type Holder = Pick<StoredPerson, 'id' | 'dateOfBirth' | 'residentPermitNumber'>;

/**
 * The writes that file a permit holder under their date of birth, and remove them from a previous
 * one. Nothing if neither has changed. `read` is what a grant has read; `filed` is then refused if
 * someone was filed since.
 */
export function permitHolderWrites(
  before: Holder | null,
  after: Holder,
  read?: PermitHolders | null,
): {
  readonly holder: Write | undefined;
  readonly formerHolder: Write | undefined;
  readonly filed: Write | undefined;
} {
  const from = before === null ? null : placeOf(before);
  const to = placeOf(after);
  const moves = from !== to;
  return {
    holder:
      moves && to !== null
        ? put({ ...keys.permitHolder(to, after.id), personId: after.id })
        : undefined,
    formerHolder:
      moves && from !== null ? { remove: { Key: keys.permitHolder(from, after.id) } } : undefined,
    filed: moves && to !== null ? filedWrite(to, read) : undefined,
  };
}

function placeOf({ dateOfBirth, residentPermitNumber }: Holder): string | null {
  return residentPermitNumber === null ? null : dateOfBirth;
}

function filedWrite(dateOfBirth: string, read: PermitHolders | null | undefined): Write {
  const update = {
    Key: keys.permitsFiled(dateOfBirth),
    UpdateExpression: 'ADD filed :one',
    ExpressionAttributeValues: { ':one': 1 },
  };
  if (!read) return { update };
  if (read.filed === 0)
    return { update: { ...update, ConditionExpression: 'attribute_not_exists(pk)' } };
  return {
    update: {
      ...update,
      ConditionExpression: 'filed = :read',
      ExpressionAttributeValues: { ':one': 1, ':read': read.filed },
    },
  };
}

/** A granted residency, with its effects. */
interface Granting {
  /** The residency, with what it replaced. */
  readonly residency: StoredResidency;
  /** The person's existing number, or a new one; both are permanent. */
  readonly rpn: string;
  /**
   * The writes of the residency, of those that it ends, and of the number: refused if the number
   * belongs to someone else.
   */
  writes(personId: string): Writes;
}

/**
 * Grants a residency, which ends the `earlier` ones. `account` is the person as read; null for a
 * new one. `random` returns the given number of random bytes.
 */
export function residencyGrant(
  account: StoredPerson | null,
  earlier: readonly StoredResidency[],
  granted: StoredResidency,
  random: (bytes: number) => Uint8Array,
): Granting {
  const former = account?.residentPermitNumber ?? null;
  const rpn = former ?? newResidentPermitNumber('natural_person', random);
  const ended = endedByGrant(earlier, granted.effectiveDate);
  const residency = { ...granted, replaced: replacedByGrant(account, earlier, ended) };
  const kept = earlier.map((each) => ended.find(({ id }) => id === each.id) ?? each);
  return {
    residency,
    rpn,
    writes(personId) {
      const number = residentItem(rpn, 'natural_person', personId, [...kept, residency]);
      return {
        number: former === null ? create(number) : put(number),
        granted: residencyWrite(personId, residency),
        ...Object.fromEntries(ended.map((each) => [each.id, residencyWrite(personId, each)])),
      };
    },
  };
}
