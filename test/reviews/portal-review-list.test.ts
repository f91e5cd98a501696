import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import { newReviewWrites } from '../../shared/reviews/db/reviews.ts';
import { unknownId } from '../support/admin.ts';
import { reviewers } from '../support/background.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aCase, caseId } from '../support/queue.ts';
import { aResident } from '../support/registry.ts';
import { anApplicant, aSubmission, decideReview } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

let browser: Visitor;

const world = await useWorld();
const ada = await aResident(world);
browser = await signedIn(world, ada.email);
const list = '/portal/reviews';
const idsOn = (text: string) =>
  Array.from(text.matchAll(/href="\/portal\/reviews\/([\da-f-]{36})"/g), ([, id]) => id);

it('a person who gets a reviewer’s email address is a reviewer after signing in with it', async () => {
  expect((await browser.open(list)).status).toBe(404);
  await world.admin('PATCH', `/persons/${ada.id}`, { email: reviewers });
  expect((await browser.open(list)).status).toBe(303);
  browser = await signedIn(world, reviewers);
  const empty = await browser.open(list);
  expect(empty.status).toBe(200);
  expect(shownText(empty)).toContain('No cases are waiting for a decision.');
});

it('the review list shows pending cases, oldest first, 12 a page, and lead to the next case', async () => {
  const { id: applicationId, name } = await aSubmission(world, await anApplicant(world));
  const made: string[] = [];
  for (let index = 0; index < 23; index += 1) {
    world.clock.now += 1000;
    const review = aCase(`${name} LLC`, new Date(world.clock.now).toISOString(), {
      id: caseId(index),
      subject: { type: 'legal_entity_application', id: applicationId },
      returnedReason: index === 0 ? 'The name was taken' : null,
    });
    await transact(world.table, newReviewWrites(review, randomUUID()));
    made.push(review.id);
  }
  world.proxy.calls.reset();
  const first = await browser.open(list);
  expect(world.proxy.calls.roundTrips()).toBeLessThanOrEqual(3);
  expect(idsOn(first.text)).toEqual(made.slice(0, 12));
  expect(shownText(first)).toContain(`${name} LLC Application for a legal entity`);
  expect(shownText(first)).toContain('Returned The name was taken');
  expect(shownText(first)).toContain('less than a minute since');
  const next = /href="(\/portal\/reviews\?after=[^"]+)"/.exec(first.text)?.[1] ?? '';
  const second = await browser.open(next);
  expect(idsOn(second.text)).toEqual(made.slice(12));
  expect(second.text).not.toMatch(/href="[^"]*after=/);
  // After a decision the list moves up by one.
  await decideReview(world, made[0] ?? '', { decision: 'approve' });
  world.clock.now += 180_000;
  await world.admin('POST', `/reviews/${made[1]}/claim`);
  const after = await browser.open(list);
  expect(idsOn(after.text)).toEqual([...made.slice(1, 13)]);
  expect(shownText(after)).toContain('3 minutes since');
  // The first case is assigned to someone else, so the second is next.
  const nextOf = async (id: string | undefined) =>
    (await browser.open(`${list}?decided=${id}`)).headers.get('location');
  expect(await nextOf(made[0])).toBe(`/portal/reviews/${made[2]}?decided=${made[0]}`);
  expect(shownText(await browser.open(`/portal/reviews/${made[2]}?decided=${made[0]}`))).toContain(
    `Approved: ${name} LLC`,
  );
  // A case with an open question is not next either. If it is the oldest, it would always be next.
  const path = `/reviews/${made[2]}/information_requests`;
  expect((await world.admin('POST', path, { message: 'Which door?' })).status).toBe(200);
  expect(await nextOf(made[2])).toBe(`/portal/reviews/${made[3]}?decided=${made[2]}`);
  expect(shownText(await browser.open(`/portal/reviews/${made[3]}?decided=${made[2]}`))).toContain(
    `Question sent: ${name} LLC`,
  );
  expect(idsOn((await browser.open(list)).text)).toEqual([made[1], ...made.slice(3, 14)]);
  const open = await browser.open(`${list}?tab=awaiting_answer`);
  expect(idsOn(open.text)).toEqual([made[2]]);
  expect(shownText(open)).toContain('Question sent');
  const done = await browser.open(`${list}?tab=decided`);
  expect(idsOn(done.text)).toEqual([made[0]]);
  expect(shownText(done)).toContain('Approved by an operator ');
  const shown = await browser.open(`/portal/reviews/${made[2]}`);
  expect(shown.text).toContain(`<title>Application for a legal entity: ${name} LLC – `);
  expect(shown.text).toContain('<a href="/portal/reviews" aria-current="page">Reviews</a>');
});

it('the review list shows the jurisdiction’s time beside UTC, in English even to a Spanish browser', async () => {
  const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const headers = { 'accept-language': 'es', cookie };
  const read = async () =>
    (await fetch(`${world.baseUrl}${list}?tab=awaiting_answer`, { headers })).text();
  Object.assign(world.deps, { timeZone: 'Asia/Kathmandu' });
  const zoned = await read();
  Object.assign(world.deps, { timeZone: undefined });
  expect(zoned).toMatch(
    /\d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC \((?:[\w ]+, )?\d\d:\d\d in Kathmandu\)</,
  );
  const plain = await read();
  expect(plain).toMatch(/\d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC</);
  expect(plain).not.toContain('Kathmandu');
});

it('the review list refuses an invalid cursor or id with 400, and ignores an unknown id', async () => {
  for (const query of ['after=%00', 'decided=1']) {
    expect((await browser.open(`${list}?${query}`)).status).toBe(400);
  }
  const { status, text } = await browser.open(`${list}?decided=${unknownId}`);
  expect(status).toBe(200);
  expect(text).not.toContain('class="notice');
});
