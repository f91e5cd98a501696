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

/** A page of the names that operators keep back, newest first. */
export function listReservedNames(
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredReservedName>> {
  return readReservedNames(table, { limit, after: cursor });
}

/** The names that operators keep back, as they were at most ten seconds ago. */
export type ReservedNames = () => Promise<readonly ComparedName[]>;

/** For how long they need not be read again, in milliseconds. Whether one name is reserved is asked of the table. */
const freshFor = 10_000;

/** How many are read in one request. */
const limit = 100;

/** Holds the reserved names in memory, which are few. */
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
        // A reservation is not changed, only made and released.
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
    // Calls in parallel share one reading; one whose time is over leaves it to the next.
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
    return held;
  };
}
