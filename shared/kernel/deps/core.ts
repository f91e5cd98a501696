import { randomBytes, randomUUID } from 'node:crypto';
import { type Log, openLog } from '../aws/log.ts';
import { openTable, type Table } from '../db/table.ts';
import { CoreEnvironment, environment } from '../env.ts';
import { type TrustedProxies, trustedProxies } from '../trusted-proxies.ts';

/** What every function needs; clock, ids and randomness are passed in so that tests can fix them. */
export interface CoreDeps {
  readonly table: Table;
  readonly log: Log;
  readonly stage: string;
  /** Whether nothing is earnest here: money is play money, and callers do what takes a reviewer elsewhere; absent: it is. */
  readonly isSandbox?: boolean | undefined;
  /** Where this deployment answers; no slash at the end. Functions that nobody calls may not know it. */
  readonly publicUrl?: string | undefined;
  /** Whether changes of the registry are written to its spread lists; absent: to the one that every version knows. */
  readonly spreadRegistry?: boolean | undefined;
  /** The UTC day (YYYY-MM-DD) from which on representatives confirm their entities every year; absent: they never do. */
  readonly confirmationsFrom?: string | undefined;
  /** Absent: nothing stands in front of API Gateway. */
  readonly trustedProxies?: TrustedProxies | undefined;
  now(): Date;
  newId(): string;
  random(bytes: number): Uint8Array;
}

/** The composition root of plain functions. */
export function coreDeps(): CoreDeps {
  const { TABLE_NAME, STAGE, LOG_LEVEL, TRUSTED_PROXIES, ...settings } =
    environment(CoreEnvironment);
  const log = openLog('registry', LOG_LEVEL, STAGE);
  return {
    table: { ...openTable(TABLE_NAME), measure: log.measure },
    log,
    stage: STAGE,
    isSandbox: settings.SANDBOX === 'true',
    publicUrl: settings.BASE_URL,
    spreadRegistry: settings.SPREAD_REGISTRY === 'true',
    confirmationsFrom: settings.CONFIRMATIONS_FROM,
    trustedProxies: trustedProxies(TRUSTED_PROXIES),
    now: () => new Date(),
    newId: () => randomUUID(),
    random: (bytes) => randomBytes(bytes),
  };
}
