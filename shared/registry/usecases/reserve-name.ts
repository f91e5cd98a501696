import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { ReserveName } from '../contracts/admin-reserved-names.ts';
import {
  reservationFor,
  reservedNameWrites,
  type StoredReservedName,
} from '../db/reserved-names.ts';

/**
 * Keeps a name back from applicants (spec 4.10, `reserved`), whether or not an
 * entity has it already. Error: 409 `reserved_name.taken` when it is reserved for the same option.
 */
export async function reserveName(
  { name, optionId = null, reason = null }: ReserveName,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredReservedName> {
  const at = deps.now().toISOString();
  const reservation = reservationFor(optionId, name);
  const id = deps.newId();
  const reserved: StoredReservedName = { id, name, reservation, optionId, reason, createdAt: at };
  const writes = reservedNameWrites(reserved);
  const outcome = await transact(deps.table, {
    ...writes,
    reservedName: orElse(writes.reservedName, apiErrors.reservedNameTaken),
    ...auditAct(deps, {
      at,
      actor,
      action: 'reserved_name.created',
      subject: { type: 'reserved_name', id: reserved.id },
      details: { optionId },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return reserved;
}
