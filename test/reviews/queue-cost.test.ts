import { expect, it } from 'vitest';
import { measureReviews } from '../../shared/reviews/usecases/read-reviews.ts';
import { shownText } from '../support/portal.ts';
import { waitingCases } from '../support/queue.ts';
import { aReviewer } from '../support/reviewers.ts';
import { seed } from '../support/seed.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const rosa = await aReviewer(world);

/** `QUEUE_CASES=10000` has the same result and takes a minute. */
const many = Number(process.env['QUEUE_CASES'] ?? 1_000);

it('a queue page takes at most three round trips and 40 kB for any number of cases, oldest first', async () => {
  const begun = world.clock.now - many * 1000;
  const cases = waitingCases(many, begun, { by: rosa.id, at: world.clock.now });
  await seed(
    world.table,
    cases.flatMap(({ items }) => items),
  );
  for (const query of ['', '?tab=waiting&type=amendment', '?hand=free', '?waiting=1']) {
    world.proxy.calls.reset();
    const page = await rosa.browser.open(`/portal/reviews${query}`);
    expect([query, page.status]).toEqual([query, 200]);
    expect([query, world.proxy.calls.roundTrips()]).toEqual([
      query,
      expect.toSatisfy((trips: number) => trips <= 3),
    ]);
    expect([query, world.proxy.calls.bytes()]).toEqual([
      query,
      expect.toSatisfy((bytes: number) => bytes <= 40_000),
    ]);
  }
  const first = await rosa.browser.open('/portal/reviews');
  const shown = Array.from(first.text.matchAll(/reviews\/([\da-f-]{36})"/g), ([, id]) => id);
  expect(shown).toEqual(cases.slice(0, 12).map(({ id }) => id));
  expect(shownText(first)).toContain('More than 12 cases. The oldest has been waiting for');
});

it('the queue shows an exact number of cases for one page, and the last count for more', async () => {
  await measureReviews(world.deps);
  const words = shownText(await rosa.browser.open('/portal/reviews'));
  expect(words).toContain(
    `About ${many.toLocaleString('en-US')} cases. The oldest has been waiting for`,
  );
  expect(words).toContain('Counted ');
  const mine = shownText(await rosa.browser.open('/portal/reviews?hand=mine'));
  expect(mine).toContain('1 case. The oldest has been waiting for');
});
