import { afterAll } from 'vitest';
import { ownEnvironment } from './environment.ts';

/**
 * Files share a worker, and with it the environment: what one sets (an address of its engines, a sandbox) must not
 * decide what the next one sees, whichever that is.
 */
const environment = process.env;
const restore = ownEnvironment();

afterAll(() => {
  if (process.env !== environment) {
    process.env = environment;
    restore();
    throw new Error(
      'This file assigned process.env. Use enterEnvironment() of test/support/environment.ts.',
    );
  }
  restore();
});
