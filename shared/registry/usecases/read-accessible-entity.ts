import type { Caller, PersonalCaller } from '../../access/auth/caller.ts';
import { manifestationCheck, StoredManifestation } from '../../access/db/manifestations.ts';
import { reachesEntity } from '../../access/domain/key-bounds.ts';
import { listDocuments, type StoredDocument } from '../../documents/db/documents.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findRepresentedEntity, StoredEntity } from '../db/entities.ts';
import { listRepresentedEntities } from '../db/representatives.ts';

/**
 * The entity, if the key may see it (spec 4.11): its owner represents it today and, for an Agent Key, the key may
 * access it. One round trip.
 *
 * Error: 404 `Legal entity not found`, both if it does not exist and if it is not the caller's.
 */
export async function readAccessibleEntity(
  table: Table,
  entityId: string,
  caller: PersonalCaller,
): Promise<StoredEntity> {
  const entity = await findRepresentedEntity(table, entityId, caller.personId);
  if (entity === null) throw apiErrors.legalEntityNotFound();
  if (!reachesEntity(caller, entity)) throw apiErrors.legalEntityNotFound();
  return entity;
}

/** The entities that the person represents. */
export function readOwnEntities(
  personId: string,
  { table }: { readonly table: Table },
): Promise<readonly StoredEntity[]> {
  return listRepresentedEntities(table, personId);
}

/** The person's entities that their Agent Keys may access, unless the keys are limited further. */
export async function readEntitiesForAgents(
  personId: string,
  deps: { readonly table: Table },
): Promise<readonly StoredEntity[]> {
  const entities = await readOwnEntities(personId, deps);
  return entities.filter((entity) => reachesEntity({ kind: 'agent' }, entity));
}

/**
 * An entity that the key may see (spec 4.11), with all of its documents, including hidden and admin-only ones, newest
 * first. Error: 404 `Legal entity not found`.
 */
export async function readEntityDocuments(
  entityId: string,
  caller: PersonalCaller,
  { table }: { readonly table: Table },
): Promise<{ readonly entity: StoredEntity; readonly documents: readonly StoredDocument[] }> {
  const [entity, documents] = await Promise.all([
    readAccessibleEntity(table, entityId, caller),
    listDocuments(table, entityId),
  ]);
  return { entity, documents };
}

/**
 * The entity, if the key may write its filings (spec 4.15): its owner represents it today; an Agent Key also needs
 * access to it and a current Manifestation of Will. One round trip.
 *
 * Errors: 403 without the will; 404 `Legal entity not found`.
 */
export async function readFilingEntity(
  table: Table,
  entityId: string,
  caller: PersonalCaller,
): Promise<StoredEntity> {
  return (await readFilingFacts(table, entityId, caller, [])).entity;
}

/** The same, together with other items in their order. One round trip. */
export async function readFilingFacts(
  table: Table,
  entityId: string,
  caller: PersonalCaller,
  others: readonly ItemKey[],
): Promise<{ readonly entity: StoredEntity; readonly others: readonly (Item | undefined)[] }> {
  const { kind, personId } = caller;
  const [will, representative, item, ...found] = await getItems(table, [
    keys.manifestation(personId),
    keys.representative(entityId, personId),
    keys.entity(entityId),
    ...others,
  ]);
  if (kind === 'agent' && !parseFound(StoredManifestation, will)?.active) {
    throw apiErrors.insufficientPermissions();
  }
  const entity = representative === undefined ? null : parseFound(StoredEntity, item);
  if (entity === null || !reachesEntity(caller, entity)) {
    throw apiErrors.legalEntityNotFound();
  }
  return { entity, others: found };
}

/** Refuses the transaction if these rights have changed. `readFilingEntity` then gives the reason. */
export function filingConditions(
  entityId: string,
  { kind, personId }: PersonalCaller,
): { readonly representing: Write; readonly will: Write | undefined } {
  return {
    representing: mustExist(keys.representative(entityId, personId)),
    will: kind === 'agent' ? manifestationCheck(personId) : undefined,
  };
}

/**
 * The answer to a repeated write of a filing. The first answer may have been given to a Standard Key of the same owner,
 * so an Agent Key gets it only for entities for which it may file.
 *
 * Errors: 403 and 404 as `readFilingEntity`.
 */
export async function replayToFiler<A>(
  answer: A,
  {
    caller,
    path,
  }: { readonly caller: Caller; readonly path: Readonly<Record<string, string | undefined>> },
  { table }: Pick<CoreDeps, 'table'>,
): Promise<A> {
  if (caller.kind === 'agent') await readFilingEntity(table, path['id'] ?? '', caller);
  return answer;
}
