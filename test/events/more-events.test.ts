import { expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import { aFiler } from '../support/amendments.ts';
import { useJournal } from '../support/journal.ts';
import { aResident, created } from '../support/registry.ts';
import { announceEndsNow, inDays } from '../support/terms.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const journal = await useJournal(world);

/** Returns the event types in the feed of the key, oldest first. */
async function told(key: string): Promise<readonly string[]> {
  await journal.drained();
  const { body } = await world.call('GET', '/api/v1/events?limit=100', { key });
  return (body as { data: { type: string }[] }).data.map(({ type }) => type);
}

it('the feed reports visible documents, and changes of representatives to those who remain', async () => {
  const ada = await aFiler(world);
  const grace = await aResident(world);
  const at = new Date(world.clock.now).toISOString();
  const documents = ['visible', 'hidden'].map((visibility, index) => {
    const id = `0f8b7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6${index}`;
    return create({ ...keys.document(ada.entityId, at, id), id, visibility });
  });
  await transact(world.table, Object.fromEntries(documents.map((write, n) => [`n${n}`, write])));
  const path = `/legal_entities/${ada.entityId}/representatives/${grace.id}`;
  await world.admin('PUT', path);
  const representative = 'legal_entity.representative_added';
  expect((await told(ada.standardKey)).filter((type) => /document|represent/.test(type))).toEqual([
    representative,
    'legal_entity_document.issued',
    representative,
  ]);
  await world.admin('DELETE', path);
  expect((await told(ada.standardKey)).at(-1)).toBe('legal_entity.representative_removed');
  expect((await told(grace.standardKey)).filter((type) => /represent/.test(type))).toEqual([]);
});

it('the feed reports the end of a residency once, sixty days before', async () => {
  const ada = await aResident(world);
  await created(world, `/persons/${ada.id}/residencies`, {
    residencyType: 'e-Resident',
    effectiveDate: inDays(world, -30),
    terminationDate: inDays(world, 60),
  });
  await announceEndsNow(world);
  await announceEndsNow(world);
  expect((await told(ada.standardKey)).filter((type) => type === 'residency.expiring')).toEqual([
    'residency.expiring',
  ]);
});
