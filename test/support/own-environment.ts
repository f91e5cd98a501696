import { afterAll, beforeAll, vi } from 'vitest';
import { ownEnvironment } from './environment.ts';
import { changedGlobals, globals } from './globals.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU that the tests of a file took in its process, in milliseconds: see slowest-files.ts. */
    cpu?: number;
  }
}

/**
 * Files share a worker, and with it the environment and all process globals. A file's settings must
 * not affect the next one. Variables are restored; any other global that a file leaves changed
 * fails it.
 */
const environment = process.env;
const restore = ownEnvironment();
const before = globals();
let begun = process.cpuUsage();

beforeAll(() => {
  begun = process.cpuUsage();
});

// biome-ignore lint/correctness/noEmptyPattern: vitest requires a pattern, and no fixture is used.
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(begun);
  file.meta.cpu = (user + system) / 1000;
  vi.unstubAllEnvs();
  const changed = changedGlobals(before, globals());
  process.env = environment;
  restore();
  if (changed.length === 0) return;
  throw new Error(
    `This file leaves globals changed: ${changed.join(', ')}. Put them back in afterEach or afterAll. ` +
      'To set variables of the environment, use enterEnvironment() of test/support/environment.ts.',
  );
});
