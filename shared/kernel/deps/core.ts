import { randomBytes, randomUUID } from 'node:crypto';
import { type Log, openLog } from '../aws/log.ts';
import { openTable, type Table } from '../db/table.ts';
import { CoreEnvironment, environment } from '../env.ts';

/** What every function needs; clock, ids and randomness are passed in so that tests can fix them. */
export interface CoreDeps {
  readonly table: Table;
  readonly log: Log;
  readonly stage: string;
  now(): Date;
  newId(): string;
  random(bytes: number): Uint8Array;
}

/** The composition root of plain functions. */
export function coreDeps(): CoreDeps {
  const { TABLE_NAME, STAGE, LOG_LEVEL } = environment(CoreEnvironment);
  return {
    table: openTable(TABLE_NAME),
    log: openLog('registry', LOG_LEVEL),
    stage: STAGE,
    now: () => new Date(),
    newId: () => randomUUID(),
    random: (bytes) => randomBytes(bytes),
  };
}
