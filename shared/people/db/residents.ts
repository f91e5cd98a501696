import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { isActive, type ResidencyPeriod } from '../domain/residency.ts';
import type { Resident } from '../domain/rpn.ts';

/**
 * What a resident permit number stands for. Written in one transaction with the residency itself, so
 * that a verification reads this one item.
 */
export const StoredResident = z.object({
  resident: z.enum(['legal_entity', 'natural_person']),
  ownerId: z.string(),
  periods: z.array(
    z.object({ effectiveDate: z.string(), terminationDate: z.nullable(z.string()) }),
  ),
});
export type StoredResident = z.output<typeof StoredResident>;

/** Who has the number; null when nobody has. */
export async function findResident(table: Table, rpn: string): Promise<StoredResident | null> {
  return parseFound(StoredResident, await getItem(table, keys.residentPermitNumber(rpn)));
}

/** Whether one of the resident's periods covers `now`. */
export function isActiveResident(resident: StoredResident, now: string): boolean {
  return resident.periods.some((period) => isActive(period, now));
}

/** The item of a number that is given out, or whose residency changed. */
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
