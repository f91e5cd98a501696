import { afterAll, afterEach, beforeEach } from 'vitest';
import { describeCause } from '../../shared/kernel/aws/log.ts';
import { startWorld, type World } from './world.ts';

/**
 * A world for all tests of the calling file; it ends with them. A failed test prints the errors
 * that the service logged during it, because a 500 does not contain its cause.
 */
export async function useWorld(): Promise<World> {
  const world = await startWorld();
  const { lines } = world.log;
  let before = 0;
  beforeEach(() => {
    before = lines.length;
  });
  afterEach(({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const { level, message, fields, cause } of lines.slice(before))
      if (level === 'error')
        process.stderr.write(
          `${JSON.stringify({ message, ...fields, ...describeCause(cause) })}\n`,
        );
  });
  afterAll(() => world.stop());
  return world;
}
