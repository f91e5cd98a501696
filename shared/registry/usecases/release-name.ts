import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import {
  findReservedName,
  releasedNameWrites,
  type StoredReservedName,
} from '../db/reserved-names.ts';

/** Releases a reserved name and answers with what it was. Error: 404 `Not found`, the second time too. */
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
