import { expect, it } from 'vitest';
import { findReview } from '../../shared/reviews/db/reviews.ts';
import { claimFreeReviews, claimReview } from '../../shared/reviews/usecases/act-on-review.ts';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { operatorOf, unknownId } from '../support/admin.ts';
import { aFiler, aSubmittedFiling, freshName } from '../support/amendments.ts';
import { aResidencySubmission } from '../support/applicants.ts';
import { justBefore } from '../support/just-before.ts';
import { outcomeOf, shownText, signedIn, sortsIn } from '../support/portal.ts';
import { aReviewer, reviewerEmail } from '../support/reviewers.ts';
import { aStaffMember } from '../support/staff.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const { data, refused } = operatorOf(world);
const rosa = await aReviewer(world);
const applicant = await anApplicant(world);
const day = 86_400_000;
let { browser } = rosa;

/** Returns the review of a new application, the newest of all. */
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

it('the queue lists pending cases, oldest first, by type, age, assignee and answers', async () => {
  const waiting = [first.id, second.id, third, fourth];
  expect(all).toEqual(waiting);
  expect(await listed('tab=waiting')).toEqual(waiting);
  expect(await onPage('?type=amendment')).toEqual([third]);
  expect(await listed('tab=waiting&subjectType=amendment')).toEqual([third]);
  expect(await onPage('?type=&assignee=&waiting=1&q=')).toEqual([first.id, second.id]);
  const since = new Date(world.clock.now - day).toISOString();
  expect(await listed(`waitingSince=${since}`)).toEqual([first.id, second.id]);
  await claimReview(first.id, personActor(rosa.id), world.deps);
  await data('POST', `/reviews/${second.id}/claim`);
  expect(await onPage('?assignee=mine')).toEqual([first.id]);
  expect(await listed('assignee=mine')).toEqual([second.id]);
  expect(await onPage('?assignee=free')).toEqual([third, fourth]);
  expect(await listed('assignee=free')).toEqual([third, fourth]);
  world.clock.now += 3_600_000;
  browser = await signedIn(world, reviewerEmail);
  expect(await onPage('?assignee=mine')).toEqual([]);
  expect(await onPage('?assignee=free')).toEqual(waiting);
  await data('POST', `/reviews/${first.id}/information_requests`, { message: 'Which door?' });
  expect(await onPage('')).toEqual(waiting.slice(1));
  expect(await onPage('?tab=awaiting_answer')).toEqual([first.id]);
  expect(await onPage('?tab=awaiting_answer&type=amendment')).toEqual([]);
  expect(await listed('tab=awaiting_answer')).toEqual([first.id]);
  expect(await onPage('?answered=yes')).toEqual([]);
});

it('the queue finds cases by a word of the name, by permit number and by id', async () => {
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

it('the queue refuses invalid filters, and filters that exclude each other', async () => {
  for (const query of ['tab=none', 'type=none', 'waiting=2', 'assignee=theirs', 'answered=no']) {
    expect([query, (await browser.open(`/portal/reviews?${query}`)).status]).toEqual([query, 400]);
  }
  for (const query of [
    'tab=waiting&status=pending',
    `assignee=free&subjectId=${unknownId}`,
    'search=ada&status=pending',
    'search=ada&tab=awaiting_answer',
    'waitingSince=yesterday',
    'answered=no',
  ]) {
    expect([query, (await refused('GET', `/reviews?${query}`)).status]).toEqual([query, 400]);
  }
});

it('the reviewer’s own cases and the decided ones can be turned round too', async () => {
  browser = await signedIn(world, reviewerEmail);
  const reader = personActor(rosa.id);
  for (const id of [second.id, third]) await claimReview(id, reader, world.deps);
  expect(await onPage('?assignee=mine')).toEqual([second.id, third]);
  expect(await onPage('?assignee=mine&sort=age&order=asc')).toEqual([third, second.id]);
  const [one, two] = [await aWaiting('Sorted Quarry'), await aWaiting('Sorted Mill')];
  for (const { id } of [one, two]) {
    world.clock.now += 1000;
    await data('POST', `/reviews/${id}/decision`, { decision: 'reject', reason: 'No' });
  }
  const latest = await onPage('?tab=decided');
  expect(latest.slice(0, 2)).toEqual([two.id, one.id]);
  expect(await onPage('?tab=decided&sort=decided&order=asc')).toEqual(latest.toReversed());
  expect(sortsIn(await browser.open('/portal/reviews?tab=decided'))).toEqual([
    ['descending', '/portal/reviews?tab=decided&sort=decided&order=asc', 'Decided on'],
  ]);
  // Assignments expire.
  world.clock.now += 3_600_000;
  browser = await signedIn(world, reviewerEmail);
});

it('a case claimed and decided at the same time is decided and on no pending list', async () => {
  const { id } = await aWaiting('Contested Quarry');
  const grace = personActor(unknownId);
  const racing = justBefore(world.table, () =>
    decideReview(id, { decision: 'reject', reason: 'No' }, grace, world.deps),
  );
  const claimed = claimReview(id, personActor(rosa.id), { ...world.deps, table: racing });
  await expect(claimed).rejects.toMatchObject({ extras: { code: 'review.not_pending' } });
  expect((await findReview(world.table, id))?.status).toBe('rejected');
  expect(await onPage('')).not.toContain(id);
  expect(await onPage('?assignee=mine')).toEqual([]);
  expect((await onPage('?tab=decided'))[0]).toBe(id);
  const other = await aWaiting('Contested Mill');
  const taken = justBefore(world.table, () =>
    claimReview(other.id, personActor(rosa.id), world.deps),
  );
  await decideReview(other.id, { decision: 'approve', reason: null }, grace, {
    ...world.deps,
    table: taken,
  });
  expect(await onPage('?assignee=mine')).toEqual([]);
  expect((await onPage('?tab=decided'))[0]).toBe(other.id);
});

it('the queue assigns several cases together, takes over none, and reports each result', async () => {
  const grace = await aStaffMember(world, ['reviewer']);
  const auditor = await aStaffMember(world, ['auditor']);
  browser = await signedIn(world, reviewerEmail);
  const [one, two, taken, decided] = [
    await aWaiting('Several One'),
    await aWaiting('Several Two'),
    await aWaiting('Several Taken'),
    await aWaiting('Several Decided'),
  ];
  expect((await browser.open('/portal/reviews')).text).toContain(
    `name="case" value="${one.id}" aria-label="Select Several One LLC"`,
  );
  await claimReview(taken.id, personActor(grace.id), world.deps);
  await data('POST', `/reviews/${decided.id}/decision`, { decision: 'reject', reason: 'No' });
  const ids = [one, two, taken, decided].map(({ id }) => id);
  const path = '/portal/reviews?type=legal_entity_application';
  const sent = await browser.send(path, { case: ids });
  const { status, location } = outcomeOf(sent);
  expect(status).toBe(303);
  expect(location).toContain('&type=legal_entity_application');
  const said = shownText(await browser.open(location ?? ''));
  expect(said).toContain(
    '2 cases assigned to you Several Taken LLC: assigned to Staff Member Several Decided LLC: already decided',
  );
  expect(await onPage('?assignee=mine')).toEqual([one.id, two.id]);
  expect(await grace.browser.open('/portal/reviews?assignee=mine')).toMatchObject({
    text: expect.stringContaining(taken.id),
  });
  // The page shows the current state, not the one in its address.
  await claimReview(one.id, personActor(grace.id), world.deps);
  expect(shownText(await browser.open(location ?? ''))).toContain(
    '1 case assigned to you Several One LLC: assigned to Staff Member',
  );
  expect((await browser.send(path, {})).text).toContain('Select one or more cases');
  expect((await browser.send(path, { case: Array(13).fill(one.id) })).status).toBe(303);
  expect((await browser.send(path, { case: [...ids, 'x'] })).status).toBe(400);
  await auditor.browser.open('/portal/reviews');
  expect((await auditor.browser.send(path, { case: [two.id] })).status).toBe(403);
  expect((await auditor.browser.open('/portal/reviews')).text).not.toContain('name="case"');
});

it('a case that two reviewers take at the same time is assigned to only one of them', async () => {
  const { id } = await aWaiting('Raced Quarry');
  const grace = await aStaffMember(world, ['reviewer']);
  const table = justBefore(world.table, () => claimReview(id, personActor(grace.id), world.deps));
  await claimFreeReviews([id, unknownId], personActor(rosa.id), { ...world.deps, table });
  expect((await findReview(world.table, id))?.claim?.by.id).toBe(grace.id);
});
