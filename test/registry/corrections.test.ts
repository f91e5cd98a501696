import { expect, it } from 'vitest';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');

async function data(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await world.admin('GET', path);
  // Every operator response has `data`.
  return (body as { data: Record<string, unknown> }).data;
}
const trail = async (id: string, action: string) =>
  (await world.admin('GET', `/audit?subjectId=${id}&action=${action}`)).body;

it('a correction of an entity is recorded with its reason code and the previous values', async () => {
  const office = { line1: '7 Pier', city: 'Port Town', postalCode: '10300', country: 'HN' };
  const { id, name } = await anEntity(world, {
    principalOfficeAddress: office,
    residency: { effectiveDate: '2024-01-01T00:00:00.000Z' },
  });
  const path = `/legal_entities/${id}`;
  await world.admin('PATCH', path, { taxState: 'overdue' });
  expect(await data(path)).not.toHaveProperty('corrections');

  const reason = 'The register of before had another one';
  const first = { reasonCode: 'registry_error', reason };
  const renamed = `${name} Works`;
  const answer = await world.admin('PATCH', path, {
    name: renamed,
    principalOfficeAddress: { ...office, line1: '9 Pier' },
    correction: first,
  });
  expect(answer).toMatchObject({ status: 200, body: { data: { name: renamed } } });
  world.clock.now += 60_000;
  const second = { reasonCode: 'document', reason };
  const residency = { terminationDate: '2030-01-01T00:00:00.000Z' };
  await world.admin('PATCH', path, { residency, correction: second });
  expect((await data(path))['corrections']).toEqual([
    {
      ...{ id: expect.any(String), at: '2026-03-01T12:01:00.000Z', by: expect.any(String) },
      reasonCode: 'document',
      changes: [{ field: 'residency.terminationDate', from: null, to: residency.terminationDate }],
    },
    {
      ...{ id: expect.any(String), at: '2026-03-01T12:00:00.000Z', by: expect.any(String) },
      reasonCode: 'registry_error',
      changes: [
        { field: 'name', from: name, to: renamed },
        {
          field: 'principalOfficeAddress',
          from: '7 Pier, Port Town, 10300, HN',
          to: '9 Pier, Port Town, 10300, HN',
        },
      ],
    },
  ]);
  expect(await trail(id, 'legal_entity.corrected')).toMatchObject({
    data: [
      { reason, details: { changed: ['residency'], reasonCode: 'document' } },
      { reason, details: { changed: ['name', 'principalOfficeAddress'] } },
    ],
  });
});

it('only corrections that succeed and change something are recorded, also two at the same time', async () => {
  const correction = { reasonCode: 'wrong_information', reason: 'Misread' };
  const { id, name } = await anEntity(world);
  const other = await anEntity(world);
  const path = `/legal_entities/${id}`;
  await world.admin('PATCH', path, { name, correction });
  expect(await world.admin('PATCH', path, { name: other['name'], correction })).toMatchObject({
    status: 409,
  });
  expect(
    await world.admin('PATCH', path, { extension: 'LC', correction: { reasonCode: 'document' } }),
  ).toMatchObject({ status: 400 });
  expect(await data(path)).not.toHaveProperty('corrections');
  await Promise.all([
    world.admin('PATCH', path, { extension: 'LC', correction }),
    world.admin('PATCH', path, { extension: 'SRL', correction }),
  ]);
  const entered = (await data(path))['corrections'];
  // The second correction starts from what the first one stored.
  expect(entered).toHaveLength(2);
  expect(JSON.stringify(entered).match(/"from":"LLC"/g)).toHaveLength(1);
});

it('a correction of a person is in the audit trail without the previous values', async () => {
  const { id } = await aResident(world);
  const correction = { reasonCode: 'document', reason: 'As in the passport' };
  const answer = await world.admin('PATCH', `/persons/${id}`, { givenName: 'Augusta', correction });
  expect(answer).toMatchObject({ status: 200, body: { data: { givenName: 'Augusta' } } });
  expect(await trail(id, 'person.corrected')).toMatchObject({
    data: [{ details: { changed: ['givenName'], reasonCode: 'document' } }],
  });
  expect(await trail(id, 'person.updated')).toMatchObject({ data: [] });
});
