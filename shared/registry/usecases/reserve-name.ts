import { auditAct } from '../../audit/audit-act.ts';
import type { Actor } from '../../audit/audit-entry.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import type { ReserveName } from '../../payments/admin-codes-contract.ts';
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
  const outcome = await transact(deps.table, {
    ...reservedNameWrites(reserved),
    ...auditAct(deps, {
      at,
      actor,
      action: 'reserved_name.created',
      subject: { type: 'reserved_name', id: reserved.id },
      details: { optionId },
    }),
  });
  if (outcome.kind === 'written') return reserved;
  if (outcome.label === 'reservedName') throw apiErrors.reservedNameTaken();
  throw new Error(`refused by ${outcome.label}`);
}
