import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { type Log, openLog } from '../aws/log.ts';
import { openTable, type Table } from '../db/table.ts';
import { CoreEnvironment, environment } from '../settings/core-env.ts';

/**
 * Dependencies of everything that uses the table; clock, ids and randomness are passed in so that
 * tests can fix them.
 */
export interface WorkDeps {
  readonly table: Table;
  readonly log: Log;
  readonly stage: string;
  now(): Date;
  newId(): string;
  random(bytes: number): Uint8Array;
}

/** The composition root of functions without other dependencies. */
export function workDeps(
  settings: z.output<typeof CoreEnvironment> = environment(CoreEnvironment),
): WorkDeps {
  const { TABLE_NAME, STAGE, LOG_LEVEL } = settings;
  const log = openLog('registry', LOG_LEVEL, STAGE);
  return {
    table: { ...openTable(TABLE_NAME), measure: log.measure },
    log,
    stage: STAGE,
    now: () => new Date(),
    newId: () => randomUUID(),
    random: (bytes) => randomBytes(bytes),
  };
}

const replaced = new AsyncLocalStorage<object>();

/**
 * A handler's dependencies from its composition root. Created on the first call and not on import,
 * so importing a function at build time creates no AWS clients.
 */
export function root<D extends object>(make: () => D): () => D {
  let made: D | undefined;
  return () => {
    // A caller that replaces dependencies must provide all that the handlers inside need.
    const given = replaced.getStore() as D | undefined;
    if (given !== undefined) return given;
    made ??= make();
    return made;
  };
}

/**
 * Runs `work` with these dependencies instead of those of every composition root: tests use it to
 * run the real handlers on their own engines and clock. The service never calls it.
 */
export function withDeps<T>(deps: object, work: () => T): T {
  return replaced.run(deps, work);
}
