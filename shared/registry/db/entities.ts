import * as z from 'zod/mini';
import { type ItemKey, keys, partitions } from '../../kernel/db/keys.ts';
import { listPlaces, pagesOf } from '../../kernel/db/listed-kinds.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored, StoredAddress } from '../../kernel/db/stored.ts';
import { StoredAnnulment } from '../../kernel/db/stored-parts.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { correctionReasons } from '../../kernel/domain/annulment.ts';
import { entityState, taxStates } from '../../kernel/domain/legal-entity.ts';
import { StoredActor } from '../../platform/db/audit-items.ts';
import { registryPlace } from './registry-changes.ts';

export const StoredEntity = z.object({
  id: z.string(),
  optionId: z.string(),
  name: z.string(),
  /** `pk` of the claim on its name. */
  nameClaim: z.string(),
  extension: z.string(),
  nameStartsWithExtension: z.boolean(),
  formationDate: z.nullable(z.string()),
  registrationDate: z.nullable(z.string()),
  dissolutionDate: z.nullable(z.string()),
  residentPermitNumber: z.string(),
  principalOfficeAddress: z.nullable(StoredAddress),
  createdViaAPI: z.boolean(),
  applicationId: z.nullable(z.string()),
  referralCode: z.nullable(z.string()),
  taxState: z.enum(taxStates),
  residency: z.object({
    effectiveDate: z.string(),
    terminationDate: z.nullable(z.string()),
  }),
  /** Previous names, oldest first; absent if none were imported. */
  formerNames: z.optional(
    z.readonly(
      z.array(
        z.object({
          name: z.string(),
          extension: z.nullable(z.string()),
          until: z.nullable(z.string()),
        }),
      ),
    ),
  ),
  /**
   * The annulment of a mistaken registration, after which it has no name and can't be changed; absent if it is valid.
   */
  annulment: z.optional(StoredAnnulment),
  createdAt: z.string(),
  version: z.int(),
});
export type StoredEntity = z.output<typeof StoredEntity>;

/** An entity by its id, even if dissolved; null if there is none. */
export async function findEntity(table: Table, id: string): Promise<StoredEntity | null> {
  return parseFound(StoredEntity, await getItem(table, keys.entity(id)));
}

/** The entity with this id. Throws if it does not exist. */
export async function requireEntity(table: Table, id: string): Promise<StoredEntity> {
  const entity = await findEntity(table, id);
  if (entity === null) throw new Error(`legal entity ${id} does not exist`);
  return entity;
}

/**
 * A filing of an entity, parsed by its schema, together with the entity; null if either does not exist. One round trip.
 */
export async function findFiling<S extends z.ZodMiniType>(
  table: Table,
  {
    entityId,
    applicationId,
  }: { readonly entityId?: string | undefined; readonly applicationId: string },
  keyOf: (entityId: string, id: string) => ItemKey,
  schema: S,
): Promise<{ readonly entity: StoredEntity; readonly filing: z.output<S> } | null> {
  if (entityId === undefined) return null;
  const [first, second] = await getItems(table, [
    keys.entity(entityId),
    keyOf(entityId, applicationId),
  ]);
  const entity = parseFound(StoredEntity, first);
  const filing = parseFound(schema, second);
  return entity === null || filing === null ? null : { entity, filing };
}

/** The entity, if the person represents it today; null otherwise. One round trip. */
export async function findRepresentedEntity(
  table: Table,
  entityId: string,
  personId: string,
): Promise<StoredEntity | null> {
  const [entity, representative] = await getItems(table, [
    keys.entity(entityId),
    keys.representative(entityId, personId),
  ]);
  return representative === undefined ? null : parseFound(StoredEntity, entity);
}

/** Entities whose items and representations fit into one BatchGetItem. */
const batch = 50;

/** The entities among these that the person represents today. One round trip. */
export async function findRepresentedEntities(
  table: Table,
  entityIds: readonly string[],
  personId: string,
): Promise<readonly StoredEntity[]> {
  const batches = Array.from({ length: Math.ceil(entityIds.length / batch) }, (_, index) =>
    entityIds.slice(index * batch, (index + 1) * batch),
  );
  const found = await Promise.all(
    batches.map(async (ids) => {
      const items = await getItems(
        table,
        ids.flatMap((id) => [keys.entity(id), keys.representative(id, personId)]),
      );
      return ids.flatMap((_, index) => {
        const [entity, representative] = items.slice(2 * index, 2 * index + 2);
        const stored = parseFound(StoredEntity, entity);
        return representative === undefined || stored === null ? [] : [stored];
      });
    }),
  );
  return found.flat();
}

/** The entities with these ids, at most 100, in their order. Unknown ones are omitted. One round trip. */
export async function findEntities(
  table: Table,
  ids: readonly string[],
): Promise<readonly StoredEntity[]> {
  if (ids.length === 0) return [];
  const found = await getItems(
    table,
    ids.map((id) => keys.entity(id)),
  );
  return found.flatMap((item) => (item === undefined ? [] : [parseStored(StoredEntity, item)]));
}

/** Refuses the transaction if the entity has changed since it was read. */
export function entityUnchanged({ id, version }: StoredEntity): Write {
  return {
    check: {
      Key: keys.entity(id),
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':read': version },
    },
  };
}

/** The item of an entity, with its list entries. */
export function entityItem(entity: StoredEntity): Item {
  return {
    ...keys.entity(entity.id),
    ...listPlaces('legal_entity', { ...entity, state: entityState(entity) }),
    ...entity,
  };
}

/** A page of all entities, newest first, for operators. */
export const pageOfEntities = pagesOf('legal_entity', StoredEntity);

/**
 * The entity's row in the search feed: name and number, ordered by time of change. `changedAt` is the writer's clock;
 * readers tolerate clock skew. `sharded` is the deployment's setting (`CoreDeps.shardRegistry`). The row of an annulled
 * entity has neither name nor number, so that no search finds it.
 */
export function registryRowItem(
  entity: StoredEntity,
  changedAt: string,
  sharded: boolean | undefined,
): Item {
  const { id, name, extension, residentPermitNumber, version, annulment } = entity;
  return {
    ...keys.registryRow(id),
    ...registryPlace(id, changedAt, sharded === true),
    id,
    ...(annulment === undefined
      ? { name, extension, residentPermitNumber }
      : { name: '', extension: '', residentPermitNumber: null }),
    version,
  };
}

/**
 * A correction of an entity's data, with the wrong and the right value. Never changed or removed. The operator's own
 * words are in the audit entry.
 */
export const StoredCorrection = z.object({
  id: z.string(),
  entityId: z.string(),
  at: z.string(),
  actor: StoredActor,
  reasonCode: z.enum(correctionReasons),
  /** Values as text; null if none. */
  changes: z.array(
    z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
  ),
});
export type StoredCorrection = z.output<typeof StoredCorrection>;

export function correctionWrite(correction: StoredCorrection): Write {
  const { entityId, at, id } = correction;
  return create({ ...keys.entityCorrection(entityId, at, id), ...correction });
}

/** All corrections of an entity, newest first. */
export async function listCorrections(
  table: Table,
  entityId: string,
): Promise<readonly StoredCorrection[]> {
  const items = await readAll(table, { value: partitions.entity(entityId), prefix: 'CORRECTION#' });
  return items.map((item) => parseStored(StoredCorrection, item)).toReversed();
}
