import { afterAll } from 'vitest';
import { startWorld, type World } from './world.ts';

/** A world for all tests of the file that calls this; it ends with them. */
export async function useWorld(): Promise<World> {
  const world = await startWorld();
  afterAll(() => world.stop());
  return world;
}
