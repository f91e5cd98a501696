import type { Table } from '../../kernel/db/table.ts';
import { readReservedNames } from '../db/reserved-names.ts';
import { type ComparedName, comparedName } from './compare-names.ts';

/** The names that operators keep back, as they were at most ten seconds ago. */
export type ReservedNames = () => Promise<readonly ComparedName[]>;

/** For how long they need not be read again, in milliseconds. Whether one name is reserved is asked of the table. */
const freshFor = 10_000;

/** How many are read at once. */
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
    // Calls beside each other share one reading; one whose time is over leaves it to the next.
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
    return held;
  };
}
