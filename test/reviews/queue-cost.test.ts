import { expect, it } from 'vitest';
import { products } from '../../shared/kernel/domain/product.ts';
import { measureReviews } from '../../shared/reviews/usecases/read-reviews.ts';
import { linkIn, shownText, signedIn, sortsIn } from '../support/portal.ts';
import { waitingCases } from '../support/queue.ts';
import { aReviewer, reviewerEmail } from '../support/reviewers.ts';
import { seed } from '../support/seed.ts';
import { useWorld } from '../support/use-world.ts';
import type { PageAnswer } from '../support/visitor.ts';

const world = await useWorld();
const rosa = await aReviewer(world);

/** `QUEUE_CASES=10000` has the same result and takes a minute. */
const many = Number(process.env['QUEUE_CASES'] ?? 1_000);
/** Their ids, oldest first. */
let ids: readonly string[] = [];

it('a queue page takes at most three round trips and 40 kB for any number of cases, oldest first', async () => {
  const begun = world.clock.now - many * 1000;
  const cases = waitingCases(many, begun, { by: rosa.id, at: world.clock.now });
  await seed(
    world.table,
    cases.flatMap(({ items }) => items),
  );
  for (const query of ['', '?tab=waiting&type=amendment', '?assignee=free', '?waiting=1']) {
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
  ids = cases.map(({ id }) => id);
  expect(casesIn(first)).toEqual(cases.slice(0, 12).map(({ id }) => id));
  expect(shownText(first)).toContain('More than 12 cases. The oldest has been waiting for');
});

const casesIn = ({ text }: PageAnswer) =>
  Array.from(text.matchAll(/reviews\/([\da-f-]{36})"/g), ([, id]) => id);

it('the form of a later page leads back to that page', async () => {
  const first = await rosa.browser.open('/portal/reviews?type=amendment');
  const second = await rosa.browser.open(linkIn(first, 'Later reviews') ?? '');
  const [, action = ''] = /class="page" action="([^"]+)"/.exec(second.text) ?? [];
  const [id = ''] = casesIn(second);
  const sent = await rosa.browser.send(action.replaceAll('&amp;', '&'), { case: id });
  const shown = await rosa.browser.open(sent.headers.get('location') ?? '');
  expect([sent.status, shown.status]).toEqual([303, 200]);
  expect(casesIn(shown)).toEqual(casesIn(second));
  expect(casesIn(second)).not.toEqual(casesIn(first));
});

it('the header of the time sorts the whole queue, over all pages and with the filters', async () => {
  const usual = await rosa.browser.open('/portal/reviews?type=amendment');
  expect(sortsIn(usual)).toEqual([
    ['descending', '/portal/reviews?type=amendment&sort=age&order=asc', 'Waiting for'],
  ]);
  const forwards = casesIn(await rosa.browser.open('/portal/reviews?sort=age&order=desc'));
  expect(forwards).toEqual(casesIn(await rosa.browser.open('/portal/reviews')));
  const [[, turn = ''] = []] = sortsIn(usual);
  const found: unknown[] = [];
  let address: string | undefined = turn;
  let page = usual;
  world.proxy.calls.reset();
  for (let count = 0; address !== undefined && count < 3; count += 1) {
    page = await rosa.browser.open(address);
    expect(sortsIn(page)).toEqual([
      ['ascending', '/portal/reviews?type=amendment&sort=age&order=desc', 'Waiting for'],
    ]);
    found.push(...casesIn(page));
    address = linkIn(page, 'Earlier reviews');
  }
  expect(world.proxy.calls.roundTrips()).toBeLessThanOrEqual(3 * 3);
  const types = ids.filter((_, index) => products[index % products.length] === 'amendment');
  expect(found).toEqual(types.toReversed().slice(0, 36));
  // What is shown last is not the oldest case of all.
  expect(shownText(page)).not.toContain('The oldest has been waiting for');
  expect(page.text).toContain('<input type="hidden" name="order" value="asc">');
  const day = await rosa.browser.open('/portal/reviews?waiting=1&sort=age&order=asc');
  expect(casesIn(day)).toEqual([]);
  const half = many * 500;
  world.clock.now += 86_400_000 - half;
  const browser = await signedIn(world, reviewerEmail);
  const aged = casesIn(await browser.open('/portal/reviews?waiting=1&sort=age'));
  const oldest = ids.slice(0, Math.floor(many / 2) + 1);
  expect(aged[0]).toBe(oldest.at(-1));
  world.clock.now -= 86_400_000 - half;
});

it('the queue has no other order, and ignores the sort of another tab', async () => {
  const usual = casesIn(await rosa.browser.open('/portal/reviews'));
  expect(casesIn(await rosa.browser.open('/portal/reviews?sort=decided&order=asc'))).toEqual(usual);
  expect(casesIn(await rosa.browser.open('/portal/reviews?order=asc'))).toEqual(usual);
  for (const query of ['sort=name', 'sort=', 'sort=age&order=up', 'order=descending']) {
    const { status } = await rosa.browser.open(`/portal/reviews?${query}`);
    expect([query, status]).toEqual([query, 400]);
  }
});

it('the queue shows an exact number of cases for one page, and the last count for more', async () => {
  await measureReviews(world.deps);
  const words = shownText(await rosa.browser.open('/portal/reviews'));
  expect(words).toContain(
    `About ${many.toLocaleString('en-US')} cases. The oldest has been waiting for`,
  );
  expect(words).toContain('Counted ');
  const mine = shownText(await rosa.browser.open('/portal/reviews?assignee=mine'));
  expect(mine).toContain('1 case. The oldest has been waiting for');
});
