import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { isCreatedIn } from '../../kernel/db/things.ts';
import { findResident } from '../../people/db/residents.ts';
import { entityState, findEntity, pageOfEntities, type StoredEntity } from '../db/entities.ts';

/** Which entities are wanted; without anything: all. */
export interface ListedEntities extends CreatedDays {
  readonly status?: string | undefined;
  readonly residentPermitNumber?: string | undefined;
}

/** A page of the entities that match, newest first. */
export async function listEntities(
  { limit, cursor, residentPermitNumber, status: state, ...days }: ListedEntities & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredEntity>> {
  if (residentPermitNumber === undefined)
    return pageOfEntities(table, { state, ...days }, { limit, after: cursor });
  const found = await withNumber(table, residentPermitNumber);
  const matches =
    found !== null &&
    (state === undefined || entityState(found) === state) &&
    isCreatedIn(days, found.createdAt);
  return { items: matches ? [found] : [], next: null };
}

async function withNumber(table: Table, rpn: string): Promise<StoredEntity | null> {
  const resident = await findResident(table, rpn);
  return resident?.resident === 'legal_entity' ? findEntity(table, resident.ownerId) : null;
}
