import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { ReserveName } from '../contracts/admin-entities.ts';
import {
  findReservedName,
  readReservedNames,
  releasedNameWrites,
  reservationFor,
  reservedNameWrites,
  type StoredReservedName,
} from '../db/names.ts';
import * as registryErrors from '../errors/registry-errors.ts';
import { type ComparedName, comparedName } from './compare-names.ts';

/**
 * Reserves a name, which applicants then can't use (spec 4.10, `reserved`), even if an entity has it. Error: 409
 * `reserved_name.taken` if it is already reserved for the option.
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
    reservedName: orElse(writes.reservedName, registryErrors.reservedNameTaken),
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

/** Releases a reserved name and returns it. Error: 404 `Not found`, also on repetition. */
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

export function listReservedNames(
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredReservedName>> {
  return readReservedNames(table, { limit, after: cursor });
}

/** The reserved names, at most ten seconds old. */
export type ReservedNames = () => Promise<readonly ComparedName[]>;

/** How long they are cached, in milliseconds. Whether a single name is reserved is read from the table. */
const freshFor = 10_000;

/** The page size of the read. */
const limit = 100;

/** Caches the reserved names in memory; there are few. */
export function openReservedNames({
  table,
  now,
}: {
  readonly table: Table;
  now(): Date;
}): ReservedNames {
  let held: readonly ComparedName[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const startedAt = now().getTime();
    const former = new Map(held.map((each) => [each.id, each]));
    const names: ComparedName[] = [];
    let after: string | undefined;
    do {
      const { items, next } = await readReservedNames(table, { limit, after });
      for (const { id, name } of items) {
        // Reservations are created and released, but never changed.
        names.push(
          former.get(id) ?? comparedName({ id, name, extension: null, status: 'reserved' }),
        );
      }
      after = next ?? undefined;
    } while (after !== undefined);
    held = names;
    readAt = startedAt;
  }

  return async () => {
    const age = now().getTime() - readAt;
    if (age >= 0 && age < freshFor) return held;
    // Concurrent calls share one read; after a timeout, the next call starts another.
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
    return held;
  };
}
