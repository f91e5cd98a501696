import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import { readByBeginnings } from '../../kernel/db/beginnings.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { isCreatedIn } from '../../kernel/db/things.ts';
import { hasWords, plainWords } from '../../kernel/domain/fold-case.ts';
import { entityState } from '../../kernel/domain/legal-entity.ts';
import { findResident } from '../../people/db/residents.ts';
import { findEntities, findEntity, pageOfEntities, type StoredEntity } from '../db/entities.ts';

/** Which entities are wanted; without anything: all. `name`: beginnings of words of the name, its first one among them. */
export interface ListedEntities extends CreatedDays {
  readonly status?: string | undefined;
  readonly name?: string | undefined;
  readonly residentPermitNumber?: string | undefined;
}

/** A page of the entities that match everything given, newest first. One of those with a name may end before it is full. */
export async function listEntities(
  {
    limit,
    cursor,
    residentPermitNumber,
    name,
    status: state,
    ...days
  }: ListedEntities & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredEntity>> {
  const request = { limit, after: cursor };
  const words = plainWords(name ?? '');
  const isWanted = (entity: StoredEntity) =>
    (state === undefined || entityState(entity) === state) &&
    isCreatedIn(days, entity.createdAt) &&
    hasWords(plainWords(`${entity.name} ${entity.extension}`), words);
  if (residentPermitNumber !== undefined) {
    const found = await withNumber(table, residentPermitNumber);
    return { items: found !== null && isWanted(found) ? [found] : [], next: null };
  }
  if (name === undefined) return pageOfEntities(table, { state, ...days }, request);
  return readByBeginnings(table, [['gsi1', 'entity_name']], words, request, {
    load: (ids) => findEntities(table, ids),
    isWanted,
  });
}

async function withNumber(table: Table, rpn: string): Promise<StoredEntity | null> {
  const resident = await findResident(table, rpn);
  return resident?.resident === 'legal_entity' ? findEntity(table, resident.ownerId) : null;
}
