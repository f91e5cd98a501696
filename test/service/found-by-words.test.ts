import { expect, it } from 'vitest';
import type { Item } from '../../shared/kernel/db/table.ts';
import { anEntity, aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

async function found(path: string, query: Readonly<Record<string, string>>) {
  const ids: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const search = new URLSearchParams({
      limit: '2',
      ...query,
      ...(cursor !== null && { cursor }),
    });
    const { status, body } = await world.admin('GET', `${path}?${search}`);
    expect({ path, status }).toEqual({ path, status: 200 });
    const page = body as { data: { id: string }[]; pagination: { nextCursor: string | null } };
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.pagination.nextCursor;
    if (cursor === null) return ids;
  }
}
const people = (query: Readonly<Record<string, string>>) => found('/persons', query);
const entities = (query: Readonly<Record<string, string>>) => found('/legal_entities', query);
const aPerson = async (email: string, givenName: string | null, surname: string | null) => {
  world.clock.now += 1_000;
  const { id } = await created(world, '/persons', { email, givenName, surname });
  return id;
};

const ada = await aPerson('countess@harbour.example', 'Ada', 'Lovelace');
const adam = await aPerson('adam.smith@bank.example', 'Adam', 'Smith');
const jose = await aPerson('jose@lima.example', 'José María', 'García Márquez');
const li = await aPerson('li@lima.example', 'Li', 'Ng');
const nameless = await aPerson('nobody@harbour.example', null, null);

it('persons are found by prefixes of their names, ignoring case and accents, newest first', async () => {
  expect(await people({ name: 'ada' })).toEqual([adam, ada]);
  expect(await people({ name: 'ADA' })).toEqual([adam, ada]);
  expect(await people({ name: 'adam' })).toEqual([adam]);
  expect(await people({ name: 'Love' })).toEqual([ada]);
  expect(await people({ name: 'lovelace, ada' })).toEqual([ada]);
  expect(await people({ name: 'ada smith' })).toEqual([adam]);
  expect(await people({ name: 'ada garcia' })).toEqual([]);
  expect(await people({ name: 'garcia marquez' })).toEqual([jose]);
  expect(await people({ name: 'marquez garcia maria' })).toEqual([jose]);
  expect(await people({ name: 'GARCÍA' })).toEqual([jose]);
  expect(await people({ name: 'ng' })).toEqual([li]);
  expect(await people({ name: 'li' })).toEqual([li]);
  expect(await people({ name: '?!' })).toEqual([]);
});

it('persons are found by parts of their email address, and by permit number', async () => {
  expect(await people({ emailPart: 'harbour' })).toEqual([nameless, ada]);
  expect(await people({ emailPart: 'harb' })).toEqual([nameless, ada]);
  expect(await people({ emailPart: 'adam.smi' })).toEqual([adam]);
  expect(await people({ emailPart: '@lima.example' })).toEqual([li, jose]);
  expect(await people({ emailPart: 'harbour', name: 'ada' })).toEqual([ada]);
  const resident = await aResident(world);
  expect(await people({ residentPermitNumber: resident.rpn })).toEqual([resident.id]);
  expect(await people({ residentPermitNumber: resident.rpn, name: 'nobody' })).toEqual([]);
  expect(await people({ residentPermitNumber: '90000000000000' })).toEqual([]);
  const entity = await anEntity(world);
  const number = String(entity['residentPermitNumber']);
  expect(await people({ residentPermitNumber: number })).toEqual([]);
  expect(await world.admin('GET', '/persons?name=')).toMatchObject({ status: 400 });
});

it('persons are found by their current name and address only, not by previous ones', async () => {
  const id = await aPerson('before@former.example', 'Former', 'Name');
  await world.admin('PATCH', `/persons/${id}`, {
    email: 'after@present.example',
    givenName: 'Present',
    surname: null,
  });
  expect(await people({ name: 'present' })).toEqual([id]);
  expect(await people({ emailPart: 'after' })).toEqual([id]);
  expect(await people({ emailPart: 'present' })).toEqual([id]);
  expect(await people({ name: 'former' })).toEqual([]);
  expect(await people({ name: 'name' })).toEqual([]);
  expect(await people({ emailPart: 'before' })).toEqual([]);
  expect(await people({ emailPart: 'former' })).toEqual([]);
});

it('entities are found by prefixes of the words of their current name', async () => {
  const acme = await anEntity(world, { name: 'Ácme Robotics' });
  const other = await anEntity(world, { name: 'Acmeister' });
  expect((await entities({ name: 'acme' })).toSorted()).toEqual([acme.id, other.id].toSorted());
  expect(await entities({ name: 'acme rob' })).toEqual([acme.id]);
  expect(await entities({ name: 'acme', status: 'dissolved' })).toEqual([]);
  expect(await entities({ name: 'acme', createdUntil: '2000-01-01' })).toEqual([]);
  await world.admin('PATCH', `/legal_entities/${acme.id}`, { name: 'Zenith' });
  expect(await entities({ name: 'zen' })).toEqual([acme.id]);
  expect(await entities({ name: 'acme' })).toEqual([other.id]);
  const number = String(other['residentPermitNumber']);
  expect(await entities({ residentPermitNumber: number, name: 'acme' })).toEqual([other.id]);
  expect(await entities({ residentPermitNumber: number, name: 'zen' })).toEqual([]);
});

it('no key contains a part of a name or an email address', async () => {
  const items: Item[] = [];
  for (let from: Record<string, unknown> | undefined; ; ) {
    const page = await world.table.client.call('Scan', {
      TableName: world.table.name,
      ExclusiveStartKey: from,
    });
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
    if (from === undefined) break;
  }
  const places = items.flatMap(({ gsi1pk, gsi1sk, gsi2pk, gsi2sk }) =>
    [gsi1pk, gsi1sk, gsi2pk, gsi2sk].filter((key) => key !== undefined).map(String),
  );
  const told = places.filter((key) => /lovel|harbour|garc|acme/i.test(key));
  expect(told).toEqual([]);
  expect(places.filter((key) => key.startsWith('PREFIXES#')).length).toBeGreaterThan(20);
});
