import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';
import type { GatewayRun } from '../domain/gateway-run.ts';

const StoredGatewayRun = z.object({
  id: z.string(),
  carryOut: z.boolean(),
  byOperator: z.boolean(),
  requestedAt: z.string(),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  leasedUntil: z.nullable(z.string()),
  // Absent in runs of earlier versions, which did this last.
  isCleared: z._default(z.boolean(), false),
  after: z.nullable(z.string()),
  isWalked: z.boolean(),
  counts: z.object({
    keys: z.int(),
    missing: z.int(),
    disabled: z.int(),
    misplaced: z.int(),
    unrecorded: z.int(),
    idle: z._default(z.int(), 0),
    orphaned: z.int(),
    fixed: z.int(),
    overQuota: z.int(),
    removed: z.int(),
    retained: z.int(),
    failed: z.int(),
  }),
  keysInAccount: z.nullable(z.int()),
  version: z.int(),
});

/** The latest comparison of the table with API Gateway; null if there was none. */
export async function findGatewayRun(table: Table): Promise<GatewayRun | null> {
  return parseFound(StoredGatewayRun, await getItem(table, keys.gatewayRun()));
}

/**
 * The write that replaces the run that was read; refused if it has changed since. The version
 * increases by one.
 */
export function gatewayRunWrite(found: GatewayRun | null, run: GatewayRun): Write {
  if (found === null) return create({ ...keys.gatewayRun(), ...run, version: 1 });
  return replace({ ...keys.gatewayRun(), ...run, version: found.version });
}
