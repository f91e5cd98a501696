import type { PersonalKeyCaller } from '../auth/caller.ts';
import { Id } from '../contracts/text.ts';
import { findAmendment, type StoredAmendment } from '../db/amendments.ts';
import type { StoredEntity } from '../db/entities.ts';
import type { Table } from '../db/table.ts';
import { apiErrors } from '../errors.ts';
import { readAccessibleEntity } from './read-accessible-entity.ts';
import { readFilingEntity } from './read-filing-entity.ts';

/** A filing in the path of a request; the part that names it may be anything. */
export interface FilingOfEntity {
  readonly entityId: string;
  readonly filingId: string;
}

/**
 * The filing, for a key that may read it. Errors: 404 `Legal entity not found`, `Amendment filing not
 * found`.
 */
export async function readAmendment(
  table: Table,
  { entityId, filingId }: FilingOfEntity,
  caller: PersonalKeyCaller,
): Promise<StoredAmendment> {
  await readAccessibleEntity(table, entityId, caller);
  return requireAmendment(table, { entityId, filingId });
}

/** The filing and its entity, for a key that may write it. Errors: 403 and 404 as above. */
export async function readOwnAmendment(
  table: Table,
  { entityId, filingId }: FilingOfEntity,
  caller: PersonalKeyCaller,
): Promise<{ readonly amendment: StoredAmendment; readonly entity: StoredEntity }> {
  const entity = await readFilingEntity(table, entityId, caller);
  return { entity, amendment: await requireAmendment(table, { entityId, filingId }) };
}

async function requireAmendment(
  table: Table,
  { entityId, filingId }: FilingOfEntity,
): Promise<StoredAmendment> {
  const isId = Id.safeParse(filingId).success;
  const amendment = isId ? await findAmendment(table, entityId, filingId) : null;
  if (amendment === null) throw apiErrors.amendmentNotFound();
  return amendment;
}
