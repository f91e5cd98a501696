import { describe, expect, it } from 'vitest';
import { aClient, tokensFor } from '../support/clients.ts';
import { anAgentKey, anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

// A separate file, because background work of other tests would be counted as well.
const world = await useWorld();
const ada = await aResident(world);
const entities = await Promise.all(
  Array.from({ length: 60 }, () => anEntity(world, { representatives: [ada.id] })),
);
const legalEntityIds = entities.map(({ id }) => id);
const entityId = String(legalEntityIds[0]);
const client = await aClient(world);
const token = (await tokensFor(world, { personId: ada.id, client, legalEntityIds })).access;
const agentKey = await anAgentKey(
  world,
  ada.id,
  ['details', 'residency', 'id_verification', 'documents'].map(
    (what) => `agent:person.${what}.read`,
  ),
);

/**
 * The sequential round trips to the table of one call to a warm function. On a busy machine, parallel reads
 * may run in sequence, so the result is the minimum of eight calls.
 */
async function roundTrips(path: string, key: string): Promise<number> {
  const counts: number[] = [];
  for (let time = 0; time < 8; time += 1) {
    world.proxy.calls.reset();
    const { status } = await world.call('GET', `/api/v1/me/${path}`, { key });
    expect(status).toBe(200);
    counts.push(world.proxy.calls.roundTrips());
    // The last use of a key is recorded in parallel.
    const reads = world.proxy.calls.list().filter(({ operation }) => operation !== 'UpdateItem');
    expect(reads.every(({ consistentRead }) => consistentRead)).toBe(true);
  }
  return Math.min(...counts);
}

describe('strongly consistent round trips to the table', () => {
  it.each([
    ['natural-person', 1],
    ['natural-person/id-verification', 1],
    ['natural-person/residency', 2],
    ['natural-person/documents', 2],
    ['legal-entities', 2],
  ])('of %s with a token are %i', async (path, expected) => {
    expect(await roundTrips(path, token)).toBe(expected);
  });

  it('of one legal entity and its documents with a token are 2', async () => {
    expect(await roundTrips(`legal-entities/${entityId}`, token)).toBe(2);
    expect(await roundTrips(`legal-entities/${entityId}/documents`, token)).toBe(2);
  });

  it.each([
    ['natural-person'],
    ['natural-person/id-verification'],
    ['natural-person/residency'],
    ['natural-person/documents'],
  ])('of %s with an Agent Key are 2', async (path) => {
    expect(await roundTrips(path, agentKey)).toBe(2);
  });
});
