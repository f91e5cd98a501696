import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import { newReviewWrites, type StoredReview } from '../../shared/reviews/db/reviews.ts';
import { unknownId } from '../support/admin.ts';
import { reviewers } from '../support/background.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
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

it('somebody who is given a reviewer’s address is a reviewer once they have read mail there', async () => {
  expect((await browser.open(list)).status).toBe(404);
  await world.admin('PATCH', `/persons/${ada.id}`, { email: reviewers });
  expect((await browser.open(list)).status).toBe(303);
  browser = await signedIn(world, reviewers);
  const empty = await browser.open(list);
  expect(empty.status).toBe(200);
  expect(shownText(empty)).toContain('Nothing waits for a decision.');
});

it('the list has what waits, newest first, by name, and 20 a page', async () => {
  const { id: applicationId, name } = await aSubmission(world, await anApplicant(world));
  const made: string[] = [];
  for (let place = 0; place < 23; place += 1) {
    world.clock.now += 1000;
    const review: StoredReview = {
      id: randomUUID(),
      subject: { type: 'legal_entity_application', id: applicationId },
      status: 'pending',
      reason: null,
      returnedReason: place === 22 ? 'The name was taken' : null,
      createdAt: new Date(world.clock.now).toISOString(),
      decidedAt: null,
      decidedBy: null,
      carriedOutAt: null,
      version: 1,
    };
    await transact(world.table, newReviewWrites(review, randomUUID()));
    made.unshift(review.id);
  }
  world.proxy.calls.reset();
  const first = await browser.open(list);
  expect(world.proxy.calls.scanned()).toBeLessThanOrEqual(20 + 5);
  expect(idsOn(first.text)).toEqual(made.slice(0, 20));
  expect(shownText(first)).toContain(`Application for a legal entity ${name} LLC`);
  expect(shownText(first)).toContain('Came back: The name was taken');
  const next = /href="(\/portal\/reviews\?cursor=[^"]+)"/.exec(first.text)?.[1] ?? '';
  const second = await browser.open(next);
  expect(idsOn(second.text)).toEqual(made.slice(20));
  expect(second.text).not.toContain('cursor=');
  await decideReview(world, made[0] ?? '', { decision: 'approve' });
  expect(idsOn((await browser.open(list)).text)).toEqual(made.slice(1, 21));
});

it('the list answers 400 to what is no cursor and no id, and shows nothing of an id that nothing has', async () => {
  for (const query of ['cursor=%00', 'decided=1']) {
    expect((await browser.open(`${list}?${query}`)).status).toBe(400);
  }
  const { status, text } = await browser.open(`${list}?decided=${unknownId}`);
  expect(status).toBe(200);
  expect(text).not.toContain('class="notice');
});
