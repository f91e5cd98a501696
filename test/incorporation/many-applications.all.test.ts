import { expect, it } from 'vitest';
import { applicationItem, findAnyApplication } from '../../shared/incorporation/db/applications.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { applicationPayload as payload } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { seed } from '../support/seed.ts';
import { useWorld } from '../support/use-world.ts';

const path = '/api/v1/legal_entity_applications';
const world = await useWorld();

/** Returns a map with this many keys and values of this length. */
const manyTexts = (count: number, length: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`k${index}`, 'x'.repeat(length)]),
  );

const create = (body: unknown, key: string) => world.call('POST', path, { key, body });
const idOf = (answer: { body: unknown }) => (answer.body as { data: { id: string } }).data.id;

it('applications are listed in pages, by status, or all up to 1,000 and the response size limit', async () => {
  const owner = await aResident(world);
  const key = owner.standardKey;
  const analytics = manyTexts(10, 1_950);
  const first = idOf(await create({ applicationData: payload({ analytics }) }, key));
  const model = await findAnyApplication(world.table, first);
  if (model === null) throw new Error('there is no application');
  const ids = Array.from({ length: 1_001 }, () => crypto.randomUUID());
  const at = Date.parse(model.createdAt);
  const small = { ...model, applicationData: { ...model.applicationData, analytics: {} } };
  const older = (amount: number, of: typeof model) =>
    ids.slice(0, amount).map((id, index) => ({
      ...applicationItem({
        ...of,
        id,
        createdAt: new Date(at - 1_000 * (index + 1)).toISOString(),
      }),
    }));
  await seed(world.table, older(1_001, small));
  const list = async (query = '') => {
    const { status, body } = await world.call('GET', `${path}${query}`, { key });
    expect(status).toBe(200);
    const { data, ...rest } = Object(body);
    return { ids: data.map(({ id }: { id: string }) => id), ...rest };
  };
  expect(await list()).toEqual({ ids: [first, ...ids.slice(0, 999)], truncated: true });
  const page = await list('?limit=2');
  expect(page).toEqual({
    ids: [first, ids[0]],
    pagination: { limit: 2, nextCursor: expect.stringMatching(/^[\w-]+$/) },
  });
  // Delete the application that the cursor refers to.
  await transact(world.table, {
    gone: { remove: { Key: keys.application(owner.id, ids[0] ?? '') } },
  });
  expect((await list(`?limit=2&cursor=${page.pagination.nextCursor}`)).ids).toEqual([
    ...[ids[1], ids[2]],
  ]);
  const approved = await list('?status=Approved&limit=5');
  expect(approved).toEqual({ ids: [], pagination: { limit: 5, nextCursor: null } });
  // 330 applications of 20 kB exceed the response limit of Lambda.
  await seed(world.table, older(330, model));
  const cut = await list();
  expect(cut.truncated).toBe(true);
  expect(cut.ids.length).toBeGreaterThan(200);
  expect(cut.ids).toEqual([first, ...ids.slice(0, cut.ids.length - 1)]);
});
