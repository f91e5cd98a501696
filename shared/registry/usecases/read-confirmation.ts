import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { AdminLegalEntity } from '../contracts/admin-entities.ts';
import type { StoredEntity } from '../db/entities.ts';
import { listConfirmations } from '../db/entity-confirmations.ts';
import { confirmationOf } from '../domain/entity-confirmation.ts';

/** How the yearly confirmation of an entity stands, for operators; undefined where the deployment asks for none. */
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
