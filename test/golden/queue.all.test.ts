import { expect, it } from 'vitest';
import { isQueueFiled, type QueueFilter } from '../../shared/reviews/db/read-queue.ts';
import { reviewQueue } from '../../shared/service/usecases/file-review-queue.ts';
import { readQueuePage, searchCases } from '../../shared/service/usecases/read-queue-page.ts';
import { operatorOf } from '../support/admin.ts';
import { everything } from '../support/impatient-gateway.ts';
import { justBefore } from '../support/just-before.ts';
import { carriedOut, migratingDeps } from '../support/migrations.ts';
import { seed } from '../support/seed.ts';
import { startWorld } from '../support/world.ts';
import { goldenItems, goldenWorld } from './golden-world.ts';

const waiting = goldenItems('review')
  .filter(({ status }) => status === 'pending')
  .map(({ id, createdAt }) => ({ id: String(id), createdAt: String(createdAt) }))
  .toSorted((left, right) => (left.createdAt < right.createdAt ? -1 : 1))
  .map(({ id }) => id);

const nobody = { id: 'nobody', email: 'nobody@registry.example' };

type World = Awaited<ReturnType<typeof goldenWorld>>;

/** What a page of the queue shows of its cases. */
async function shownIn({ deps }: World, filter: QueueFilter) {
  const { items } = await readQueuePage(filter, { limit: 100 }, nobody, deps);
  return items.map(({ id, name }) => [id, name] as const);
}

it('shows what version 0.1.0 stored in the same order and by the same names before and after it is filed', async () => {
  const world = await goldenWorld();
  const operator = operatorOf(world);
  const filters: readonly QueueFilter[] = [
    { tab: 'waiting' },
    { tab: 'asked' },
    { tab: 'decided' },
    { tab: 'waiting', subjectType: 'residency_application' },
    { tab: 'waiting', hand: 'free' },
    { tab: 'waiting', hand: 'mine' },
    { tab: 'waiting', answered: true },
  ];
  const shown = async () => Promise.all(filters.map((filter) => shownIn(world, filter)));
  const before = await shown();
  expect(before[0]?.map(([id]) => id)).toEqual(waiting);
  expect(before[2]?.length).toBeGreaterThan(2);
  const inQueue = async () =>
    (await operator.data('GET', '/reviews?tab=waiting')) as unknown as { id: string }[];
  expect((await inQueue()).map(({ id }) => id)).toEqual(waiting);
  expect(await isQueueFiled(world.table)).toBe(false);
  const count = goldenItems('review').length;
  const deps = migratingDeps(world.table);
  expect(await carriedOut(reviewQueue, deps, 'run')).toBe(count);
  expect(await isQueueFiled(world.table)).toBe(true);
  const after = await shown();
  // Decisions are in order of their own once they are filed.
  const sorted = (pages: typeof before) =>
    pages.map((each, place) => (place === 2 ? each.map(([id]) => id).toSorted() : each));
  expect(sorted(after)).toEqual(sorted(before));
  expect(await carriedOut(reviewQueue, deps, 'run')).toBe(0);
  const [, name = ''] = after[0]?.[0] ?? [];
  const found = await searchCases(name.slice(0, 5), 'nobody', world.deps);
  expect(found.cases.map(({ id }) => id)).toContain(waiting[0]);
  await world.stop();
});

it('a decision of that very moment is kept, and the case is on no list of what waits', async () => {
  const world = await goldenWorld();
  const [id = ''] = waiting;
  const decision = { decision: 'reject', reason: 'No' };
  const racing = justBefore(
    world.table,
    () => world.admin('POST', `/reviews/${id}/decision`, decision),
    `"Item":{"pk":"REVIEW#${id}"`,
  );
  await carriedOut(reviewQueue, migratingDeps(racing), 'run');
  const lists = (await everything(world))
    .filter(
      (item) => /^LIST#review_(waiting|decided)#\*/.test(String(item['pk'])) && item['id'] === id,
    )
    .map(({ pk }) => String(pk).replace(/#\d+$/, ''));
  expect(lists).toEqual(['LIST#review_decided#*']);
  await world.stop();
});

it('a case that a former version has decided since it was filed leaves the list of what waits', async () => {
  const world = await goldenWorld();
  const deps = migratingDeps(world.table);
  await carriedOut(reviewQueue, deps, 'run');
  const [id = ''] = waiting;
  const stored = (await everything(world)).find(({ pk }) => pk === `REVIEW#${id}`);
  // The former version knows nothing of the queue, and drops what it does not know.
  const { queued: _, ...known } = stored ?? {};
  const decided = { status: 'rejected', reason: 'No', decidedAt: known['createdAt'] };
  await seed(world.table, [{ ...known, ...decided, version: Number(known['version']) + 1 }]);
  expect(await carriedOut(reviewQueue, deps, 'run')).toBe(1);
  const lists = (await everything(world)).filter(
    (item) => String(item['pk']).startsWith('LIST#review_waiting#') && item['id'] === id,
  );
  expect(lists).toEqual([]);
  await world.stop();
});

it('a new table needs no filing', async () => {
  const fresh = await startWorld();
  expect(await isQueueFiled(fresh.table)).toBe(true);
  await fresh.stop();
});
