import type { Table } from '../../kernel/db/table.ts';
import { type RateUse, registryLimits } from '../../kernel/domain/rate-window.ts';
import type { KeyCaller } from '../auth/caller.ts';
import { readUse } from '../db/rate-counters.ts';

/** What is left of a key's limits, without counting a call. One round trip. */
export function readRateUse(
  { keyId, counterId = keyId, limits }: KeyCaller,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<RateUse> {
  return readUse(table, counterId, limits ?? registryLimits, now().getTime());
}
