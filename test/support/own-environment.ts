import { afterAll } from 'vitest';

/**
 * Files share a worker, and with it the environment: what one sets (an address of its engines, a sandbox) must not
 * decide what the next one sees, whichever that is.
 */
const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
