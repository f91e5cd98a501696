import type { ReserveName } from '../contracts/admin-codes.ts';
import {
  reservationFor,
  reservedNameWrites,
  type StoredReservedName,
} from '../db/reserved-names.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import { apiErrors } from '../errors.ts';
import { auditAct } from './audit-act.ts';

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
