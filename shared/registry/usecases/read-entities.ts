import type { StoreDocument } from '../../documents/contracts/document-contract.ts';
import {
  readDocuments,
  type StoredDocument,
  withdrawnSince,
} from '../../documents/db/documents.ts';
import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { storeDocument } from '../../documents/usecases/issue-document.ts';
import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import { readByKeyPrefixes } from '../../kernel/db/key-prefixes.ts';
import { isCreatedIn } from '../../kernel/db/listed-kinds.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { hasWords, plainWords } from '../../kernel/domain/fold-case.ts';
import { entityState } from '../../kernel/domain/legal-entity.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findResident } from '../../people/db/residents.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import type { AdminLegalEntity } from '../contracts/admin-entities.ts';
import {
  findEntities,
  findEntity,
  listCorrections,
  pageOfEntities,
  type StoredCorrection,
  type StoredEntity,
} from '../db/entities.ts';
import { listConfirmations } from '../db/entity-confirmations.ts';
import { listRepresentatives, type StoredRepresentative } from '../db/representatives.ts';
import { confirmationOf } from '../domain/entity-confirmation.ts';

/** A legal entity and its current representatives. */
export interface RepresentedEntity {
  readonly entity: StoredEntity;
  readonly representatives: readonly StoredRepresentative[];
}

/** The entity with its representatives, for operators. Error: 404 `Not found`. One round trip. */
export async function readEntity(table: Table, entityId: string): Promise<RepresentedEntity> {
  const [entity, representatives] = await Promise.all([
    findEntity(table, entityId),
    listRepresentatives(table, entityId),
  ]);
  if (entity === null) throw apiErrors.notFound();
  return { entity, representatives };
}

/**
 * Filters of entities; without any, all match. `name`: the first letters of words of the name, including its first word.
 */
interface ListedEntities extends CreatedDays {
  readonly status?: string | undefined;
  readonly name?: string | undefined;
  readonly residentPermitNumber?: string | undefined;
}

/** A page of the entities that match all filters, newest first. With a name, a page may be shorter than the limit. */
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
  const isMatch = (entity: StoredEntity) =>
    (state === undefined || entityState(entity) === state) &&
    isCreatedIn(days, entity.createdAt) &&
    hasWords(plainWords(`${entity.name} ${entity.extension}`), words);
  if (residentPermitNumber !== undefined) {
    const found = await withNumber(table, residentPermitNumber);
    return { items: found !== null && isMatch(found) ? [found] : [], next: null };
  }
  if (name === undefined) return pageOfEntities(table, { state, ...days }, request);
  return readByKeyPrefixes(table, [['gsi1', 'entity_name']], words, request, {
    load: (ids) => findEntities(table, ids),
    isMatch,
  });
}

async function withNumber(table: Table, rpn: string): Promise<StoredEntity | null> {
  const resident = await findResident(table, rpn);
  return resident?.resident === 'legal_entity' ? findEntity(table, resident.ownerId) : null;
}

/** An entity's corrections, newest first. */
export function listCorrectionsOf(
  entityId: string,
  { table }: { readonly table: Table },
): Promise<readonly StoredCorrection[]> {
  return listCorrections(table, entityId);
}

/** The state of an entity's yearly confirmation, for operators; undefined if the deployment requires none. */
export async function readConfirmation(
  entity: StoredEntity,
  { table, confirmationsFrom, now }: Pick<CoreDeps, 'table' | 'confirmationsFrom' | 'now'>,
): Promise<AdminLegalEntity['confirmation']> {
  if (confirmationsFrom === undefined) return undefined;
  const given = await listConfirmations(table, entity.id);
  const years = given.map(({ year }) => year);
  const state = confirmationOf(entity, years, confirmationsFrom, now().toISOString());
  const last = given.find(({ year }) => year === state.year);
  return {
    statusId: state.statusId,
    dueOn: state.dueOn,
    confirmedAt: last?.confirmedAt ?? null,
    confirmedBy: last?.confirmedBy ?? null,
  };
}

/** Stores a document of an entity, for operators. Error: 404 for an entity that does not exist. */
export async function storeEntityDocument(
  entityId: string,
  command: StoreDocument,
  actor: Actor,
  deps: DocumentDeps,
): Promise<StoredDocument> {
  await refuseUnknownEntity(entityId, deps);
  return storeDocument(entityId, command, actor, deps);
}

/** A document with the time of its withdrawal; null if it is valid. */
type ListedDocument = StoredDocument & { readonly withdrawnAt: string | null };

/** A page of an entity's documents, regardless of visibility, newest first. Error: 404. */
export async function listEntityDocuments(
  entityId: string,
  { limit, cursor }: CursorPage,
  deps: { readonly table: Table },
): Promise<Page<ListedDocument>> {
  const [, page] = await Promise.all([
    refuseUnknownEntity(entityId, deps),
    readDocuments(deps.table, entityId, { limit, after: cursor }),
  ]);
  const withdrawn = await withdrawnSince(deps.table, entityId, page.items);
  return {
    ...page,
    items: page.items.map((each) => ({ ...each, withdrawnAt: withdrawn.get(each.id) ?? null })),
  };
}

async function refuseUnknownEntity(
  id: string,
  { table }: { readonly table: Table },
): Promise<void> {
  if ((await findEntity(table, id)) === null) throw apiErrors.notFound();
}
