import { expect, it } from 'vitest';
import { findReviewCounts } from '../../shared/reviews/db/review-counts.ts';
import { queueMoves } from '../../shared/reviews/db/review-queue.ts';
import type { StoredReview } from '../../shared/reviews/db/reviews.ts';
import { weeksUntil } from '../../shared/reviews/domain/queue.ts';
import { measureReviews } from '../../shared/reviews/usecases/read-reviews.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { operatorOf } from '../support/admin.ts';
import { shownText } from '../support/portal.ts';
import { aCase } from '../support/queue.ts';
import { aReviewer } from '../support/reviewers.ts';
import { itemsOf, seed } from '../support/seed.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const rosa = await aReviewer(world);
const hour = 3_600_000;
const instant = (at: number) => new Date(at).toISOString();

/** Stores decisions made `ago` hours ago, on cases that had waited for this many hours each. */
async function decided(
  waits: readonly number[],
  { ago = 1, ...more }: Partial<StoredReview> & { readonly ago?: number } = {},
) {
  const reviews = waits.map((wait) => {
    const at = world.clock.now - ago * hour;
    return aCase('Lovelace Engines LLC', instant(at - wait * hour), {
      status: 'approved',
      decidedAt: instant(at),
      decidedBy: personActor('somebody'),
      ...more,
    });
  });
  await seed(
    world.table,
    reviews.flatMap((review) => itemsOf(queueMoves(review, null))),
  );
}

interface Statistics {
  readonly types: readonly { readonly type: string }[];
}

async function statistics(): Promise<Statistics> {
  // Other tests compare the response with the contract.
  const { reviews } = (await operatorOf(world).data('GET', '/statistics')) as {
    reviews: Statistics;
  };
  return reviews;
}
const ofType = async (name: string) => (await statistics()).types.find(({ type }) => type === name);

it('review statistics are null before the first measurement', async () => {
  expect(await statistics()).toMatchObject({ countedAt: null, waitsCalculatedAt: null });
  expect(await ofType('amendment')).toEqual({
    type: 'amendment',
    waitingCases: null,
    answeredCases: null,
    awaitingAnswerCases: null,
    decisions: null,
    medianWaitSeconds: null,
    p90WaitSeconds: null,
  });
});

it('review statistics show operators and reviewers how long decisions took, by type', async () => {
  await decided([1, 2, 3, 4, 5, 6, 7, 8, 9, 50]);
  await decided([3], { subject: { type: 'amendment', id: 'an-amendment' } });
  // Decided more than 30 days ago, and withdrawn before a decision. Neither is included.
  await decided([500], { ago: 31 * 24 });
  await decided([600], { status: 'rejected', withdrawn: true });
  await measureReviews(world.deps);

  const at = instant(world.clock.now);
  expect(await statistics()).toMatchObject({ countedAt: at, waitsCalculatedAt: at });
  expect(await ofType('legal_entity_application')).toMatchObject({
    decisions: 10,
    medianWaitSeconds: 5 * 3600,
    p90WaitSeconds: 9 * 3600,
  });
  expect(await ofType('residency_application')).toMatchObject({
    decisions: 0,
    medianWaitSeconds: null,
  });
  const words = shownText(await rosa.browser.open('/portal/reviews'));
  expect(words).toContain('Median 5 hours, 90% within 9 hours (10 decisions)');
  expect(words).toContain('Median 3 hours, 90% within 3 hours (1 decision)');
});

it('the queue shows pending cases by age and decisions per week, as charts and tables', async () => {
  const waiting = [0.5, 2, 2.5, 6, 30].map((days, index) =>
    aCase(`Waiting ${index}`, instant(world.clock.now - days * 24 * hour)),
  );
  await seed(
    world.table,
    waiting.flatMap((review) => itemsOf(queueMoves(review, null))),
  );
  world.clock.now += hour;
  await measureReviews(world.deps);
  const { text } = await rosa.browser.open('/portal/reviews');
  const tables = [...text.matchAll(/<figure class="chart">.*?<\/figure>/gs)].map(([figure]) =>
    [...figure.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell),
    ),
  );
  expect(tables[0]?.map((row) => row.slice(0, 3))).toEqual([
    ['Waiting for', 'Cases', 'Application for a legal entity'],
    ['Under 1 day', '1', '1'],
    ['1 to 3 days', '2', '2'],
    ['3 to 7 days', '1', '1'],
    ['7 days or more', '1', '1'],
  ]);
  const weeks = tables[1]?.slice(1).map(([, all]) => Number(all)) ?? [];
  const sum = (of: readonly number[]) => of.reduce((all, each) => all + each, 0);
  // Includes the decision of 31 days ago, and those of today except the withdrawn case.
  expect([weeks.length, sum(weeks.slice(0, -2)), sum(weeks.slice(-2))]).toEqual([12, 1, 11]);
});

it('the measurement calculates waiting times once an hour, and counts pending cases each time', async () => {
  await decided([100, 100, 100], { subject: { type: 'amendment', id: 'another' } });
  world.clock.now += 15 * 60_000;
  await measureReviews(world.deps);
  expect(await statistics()).toMatchObject({ countedAt: instant(world.clock.now) });
  expect(await ofType('amendment')).toMatchObject({ decisions: 1, waitingCases: 0 });
  world.clock.now += 45 * 60_000;
  await measureReviews(world.deps);
  expect(await ofType('amendment')).toMatchObject({
    decisions: 4,
    medianWaitSeconds: 100 * 3600,
  });
});

it('each decision records how long its case had waited', async () => {
  const applicant = await anApplicant(world);
  const { id } = await aSubmission(world, applicant);
  await world.settle();
  const review = await reviewOf(world, id);
  world.clock.now += 90_000;
  await decideReview(world, review.id, { decision: 'approve' });
  const lines = world.log.measures.filter((line) => 'ReviewWait' in line);
  expect(lines).toEqual([
    expect.objectContaining({ ReviewWait: 90, Subject: 'legal_entity_application' }),
  ]);
});

it('the measurement counts the decisions of a week until it ends, and then once more', async () => {
  const day = 24 * hour;
  const [monday = 0] = weeksUntil(instant(world.clock.now + 7 * day))
    .slice(-1)
    .map((each) => Date.parse(each));
  const lastWeek = async () => {
    const counts = await findReviewCounts(world.table);
    return counts?.waits?.weeks?.[instant(monday - 7 * day)]?.amendment;
  };
  const measureAt = async (at: number) => {
    world.clock.now = at;
    world.proxy.calls.reset();
    await measureReviews(world.deps);
    return world.proxy.calls.count('Query');
  };
  await measureAt(monday - hour);
  const before = (await lastWeek()) ?? 0;
  await decided([1], { ago: -0.9, subject: { type: 'amendment', id: 'late' } });
  const both = await measureAt(monday + hour);
  expect(await lastWeek()).toBe(before + 1);
  // Four case types in nine partitions.
  expect(await measureAt(monday + 2 * hour)).toBe(both - 36);
  expect(await lastWeek()).toBe(before + 1);
});
