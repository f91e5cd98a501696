import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findEntity, type StoredEntity } from '../db/entities.ts';
import { listRepresentatives, type StoredRepresentative } from '../db/representatives.ts';

/** A legal entity and who represents it today. */
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
