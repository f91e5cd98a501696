import type { PersonalCaller } from '../../access/auth/caller.ts';
import { Id } from '../../kernel/contracts/text.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { readAccessibleEntity } from '../../registry/usecases/read-accessible-entity.ts';
import { readFilingEntity } from '../../registry/usecases/read-filing-entity.ts';
import {
  findAmendment,
  findAnyAmendment,
  listAmendments,
  type StoredAmendment,
} from '../db/amendments.ts';

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
  caller: PersonalCaller,
): Promise<StoredAmendment> {
  await readAccessibleEntity(table, entityId, caller);
  return requireAmendment(table, { entityId, filingId });
}

/** The filings of an entity that the key may read, newest first. Error: 404 `Legal entity not found`. */
export async function readAmendments(
  table: Table,
  entityId: string,
  caller: PersonalCaller,
): Promise<readonly StoredAmendment[]> {
  await readAccessibleEntity(table, entityId, caller);
  return listAmendments(table, entityId);
}

/** The filing, whose entity it may be; for operators. Error: 404. */
export async function readAnyAmendment(table: Table, id: string): Promise<StoredAmendment> {
  const amendment = await findAnyAmendment(table, id);
  if (amendment === null) throw apiErrors.notFound();
  return amendment;
}

export interface EntityFiling {
  readonly amendment: StoredAmendment;
  readonly entity: StoredEntity;
}

/** The filing and its entity, for a key that may write it. Errors: 403 and 404 as above. */
export async function readOwnAmendment(
  table: Table,
  { entityId, filingId }: FilingOfEntity,
  caller: PersonalCaller,
): Promise<EntityFiling> {
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
