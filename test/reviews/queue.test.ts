import { expect, it } from 'vitest';
import { findReview } from '../../shared/reviews/db/reviews.ts';
import { claimReview } from '../../shared/reviews/usecases/act-on-review.ts';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { operatorOf, unknownId } from '../support/admin.ts';
import { aFiler, aSubmittedFiling, freshName } from '../support/amendments.ts';
import { aResidencySubmission } from '../support/applicants.ts';
import { justBefore } from '../support/just-before.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { aReviewer, reviewerEmail } from '../support/reviewers.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const { data, refused } = operatorOf(world);
const rosa = await aReviewer(world);
const applicant = await anApplicant(world);
const day = 86_400_000;
let { browser } = rosa;

/** The review of a new application, which comes after all others. */
async function aWaiting(name: string) {
  world.clock.now += 1000;
  const { id: subjectId } = await aSubmission(world, applicant, { name });
  await world.settle();
  return { subjectId, id: (await reviewOf(world, subjectId)).id };
}

async function onPage(query: string): Promise<readonly string[]> {
  const { status, text } = await browser.open(`/portal/reviews${query}`);
  expect([query, status]).toEqual([query, 200]);
  const main = text.slice(text.indexOf('<main'));
  return Array.from(
    main.matchAll(/href="\/portal\/reviews\/([\da-f-]{36})"/g),
    ([, id = '']) => id,
  );
}

async function listed(query: string): Promise<readonly unknown[]> {
  const rows = await data('GET', `/reviews?${query}`);
  return (rows as unknown as readonly { id: string }[]).map(({ id }) => id);
}

const first = await aWaiting('Harbor Lights');
const second = await aWaiting('Harbour & Sons');
world.clock.now += 2 * day;
const filer = await aFiler(world);
const filingId = await aSubmittedFiling(world, filer, { name: freshName() });
await world.settle();
const third = (await reviewOf(world, filingId)).id;
world.clock.now += 1000;
await aResidencySubmission(world);
await world.settle();
browser = await signedIn(world, reviewerEmail);
const all = await onPage('');
const fourth = all.at(-1) ?? '';

it('lists what waits, oldest first, by type, by age, by who is at work on it, and by answers; for reviewers and operators', async () => {
  const waiting = [first.id, second.id, third, fourth];
  expect(all).toEqual(waiting);
  expect(await listed('tab=waiting')).toEqual(waiting);
  expect(await onPage('?type=amendment')).toEqual([third]);
  expect(await listed('tab=waiting&subjectType=amendment')).toEqual([third]);
  expect(await onPage('?type=&hand=&waiting=1&q=')).toEqual([first.id, second.id]);
  const since = new Date(world.clock.now - day).toISOString();
  expect(await listed(`waitingSince=${since}`)).toEqual([first.id, second.id]);
  await claimReview(first.id, personActor(rosa.id), world.deps);
  await data('POST', `/reviews/${second.id}/claim`);
  expect(await onPage('?hand=mine')).toEqual([first.id]);
  expect(await listed('hand=mine')).toEqual([second.id]);
  expect(await onPage('?hand=free')).toEqual([third, fourth]);
  expect(await listed('hand=free')).toEqual([third, fourth]);
  world.clock.now += 3_600_000;
  browser = await signedIn(world, reviewerEmail);
  expect(await onPage('?hand=mine')).toEqual([]);
  expect(await onPage('?hand=free')).toEqual(waiting);
  await data('POST', `/reviews/${first.id}/information_requests`, { message: 'Which door?' });
  expect(await onPage('')).toEqual(waiting.slice(1));
  expect(await onPage('?tab=asked')).toEqual([first.id]);
  expect(await onPage('?tab=asked&type=amendment')).toEqual([]);
  expect(await listed('tab=asked')).toEqual([first.id]);
  expect(await onPage('?answered=yes')).toEqual([]);
});

it('finds cases by a word of the name, by permit number and by id', async () => {
  expect(await onPage('?q=harb')).toEqual([second.id, first.id]);
  expect(await onPage('?q=Harbor%20Li')).toEqual([first.id]);
  expect(await onPage('?q=%20SONS')).toEqual([second.id]);
  expect(await onPage('?q=so')).toEqual([]);
  expect(await onPage('?q=ghts')).toEqual([]);
  expect(await listed('search=lights')).toEqual([first.id]);
  expect(await listed('search=harb&subjectType=amendment')).toEqual([]);
  expect(await onPage(`?q=${second.subjectId}`)).toEqual([second.id]);
  expect(await onPage(`?q=${second.id.toUpperCase()}`)).toEqual([second.id]);
  expect(await onPage(`?q=${unknownId}`)).toEqual([]);
  const { residentPermitNumber } = (await data('GET', `/persons/${applicant.id}`)) as Record<
    string,
    string
  >;
  expect(await onPage(`?q=${residentPermitNumber}`)).toEqual([second.id, first.id]);
  expect(await onPage(`?q=${applicant.id}`)).toEqual([second.id, first.id]);
  expect(shownText(await browser.open('/portal/reviews?q=zzzz'))).toContain('No cases found');
});

it('refuses what makes no sense, and two kinds of lists at once', async () => {
  for (const query of ['tab=none', 'type=none', 'waiting=2', 'hand=theirs', 'answered=no']) {
    expect([query, (await browser.open(`/portal/reviews?${query}`)).status]).toEqual([query, 400]);
  }
  for (const query of [
    'tab=waiting&status=pending',
    `hand=free&subjectId=${unknownId}`,
    'search=ada&status=pending',
    'search=ada&tab=asked',
    'waitingSince=yesterday',
    'answered=no',
  ]) {
    expect([query, (await refused('GET', `/reviews?${query}`)).status]).toEqual([query, 400]);
  }
});

it('a claim and a decision at once: whichever is first, the case is decided and on no list of what waits', async () => {
  const { id } = await aWaiting('Contested Quarry');
  const grace = personActor(unknownId);
  const racing = justBefore(world.table, () =>
    decideReview(id, { decision: 'reject', reason: 'No' }, grace, world.deps),
  );
  const claimed = claimReview(id, personActor(rosa.id), { ...world.deps, table: racing });
  await expect(claimed).rejects.toMatchObject({ extras: { code: 'review.not_pending' } });
  expect((await findReview(world.table, id))?.status).toBe('rejected');
  expect(await onPage('')).not.toContain(id);
  expect(await onPage('?hand=mine')).toEqual([]);
  expect((await onPage('?tab=decided'))[0]).toBe(id);
  const other = await aWaiting('Contested Mill');
  const taken = justBefore(world.table, () =>
    claimReview(other.id, personActor(rosa.id), world.deps),
  );
  await decideReview(other.id, { decision: 'approve', reason: null }, grace, {
    ...world.deps,
    table: taken,
  });
  expect(await onPage('?hand=mine')).toEqual([]);
  expect((await onPage('?tab=decided'))[0]).toBe(other.id);
});
