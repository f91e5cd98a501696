import { beforeEach, describe, expect, it } from 'vitest';
import {
  aRepresentedEntity,
  aRequest,
  payRequest,
  readRequest,
  requestsPath,
} from '../support/certificates.ts';
import { aVoucher } from '../support/drafts.ts';
import { anAgentKey, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

// This is a separate file, because background work of other tests would be counted as well.
const world = await useWorld();
const ada = await aResident(world);
const scopes = ['create', 'read', 'pay'].map((what) => `agent:entity.filing.${what}`);
const keys: readonly string[] = [ada.standardKey, await anAgentKey(world, ada.id, scopes)];
beforeEach(() => {
  world.clock.now += 60_000;
});

/** Returns the number of sequential round trips to the table of one call. */
async function roundTripsOf(call: () => Promise<unknown>): Promise<number> {
  world.proxy.calls.reset();
  await call();
  return world.proxy.calls.roundTrips();
}

/** Returns the lowest of several counts, because a busy machine may run parallel reads in sequence. */
async function fewest(call: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let time = 0; time < 8; time += 1) counts.push(await roundTripsOf(call));
  return Math.min(...counts);
}

describe('round trips to the table with any personal key', () => {
  it('are three for a new request', async () => {
    for (const key of keys) {
      const { id } = await aRepresentedEntity(world, ada);
      expect(await roundTripsOf(() => aRequest(world, id, key))).toBe(3);
    }
  });

  it('are three for a list and for one request', async () => {
    for (const key of keys) {
      const { id } = await aRepresentedEntity(world, ada);
      const request = await aRequest(world, id, key);
      const list = () => world.call('GET', requestsPath(id), { key });
      expect(await fewest(list)).toBe(3);
      expect(await fewest(() => readRequest(world, request, key))).toBe(3);
    }
  });

  it('are four for a payment', async () => {
    for (const key of keys) {
      const { id } = await aRepresentedEntity(world, ada);
      const request = await aRequest(world, id, key);
      const code = await aVoucher(world);
      expect(await roundTripsOf(() => payRequest(world, request, key, code))).toBe(4);
    }
  });
});
