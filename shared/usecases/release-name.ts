import {
  findReservedName,
  releasedNameWrites,
  type StoredReservedName,
} from '../db/reserved-names.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import { apiErrors } from '../errors.ts';
import { auditAct } from './audit-act.ts';

/** Gives a reserved name free and answers what it was. Error: 404 `Not found`, the second time too. */
export async function releaseName(
  id: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredReservedName> {
  const reserved = await findReservedName(deps.table, id);
  if (reserved === null) throw apiErrors.notFound();
  const outcome = await transact(deps.table, {
    ...releasedNameWrites(reserved),
    ...auditAct(deps, {
      at: deps.now().toISOString(),
      actor,
      action: 'reserved_name.released',
      subject: { type: 'reserved_name', id },
      details: { optionId: reserved.optionId },
    }),
  });
  if (outcome.kind === 'refused') throw apiErrors.notFound();
  return reserved;
}
