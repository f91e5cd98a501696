import { afterAll, vi } from 'vitest';
import { ownEnvironment } from './environment.ts';
import { changedGlobals, globals } from './globals.ts';

/**
 * Files share a worker, and with it the environment and everything else that a process has once. What one file sets
 * must not decide what the next one sees. Variables are put back; every other global that a file leaves changed fails it.
 */
const environment = process.env;
const restore = ownEnvironment();
const before = globals();

afterAll(() => {
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
