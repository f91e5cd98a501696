import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { operatorOf, unknownId } from '../support/admin.ts';
import { reviewers } from '../support/background.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { aReviewer } from '../support/reviewers.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const applicant = await anApplicant(world);
const rosa: { readonly id: string; readonly browser: Visitor } = await aReviewer(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const list = '/portal/reviews';
const pageOf = (reviewId: string) => `${list}/${reviewId}`;
const now = () => new Date(world.clock.now).toISOString();

/** A review that waits, of an application with the name. */
async function aWaitingReview(fields: Readonly<Record<string, unknown>> = {}) {
  const submission = await aSubmission(world, applicant, fields);
  await world.settle();
  const { id } = await reviewOf(world, submission.id);
  await rosa.browser.open(pageOf(id));
  return { id, applicationId: submission.id, name: submission.name };
}

const reviewNow = (id: string) => operatorOf(world).data('GET', `/reviews/${id}`);

describe('who gets to the reviews', () => {
  it('those who are signed in: all others sign in first, and come back', async () => {
    const stranger = visitor(world.baseUrl);
    for (const path of [list, pageOf(unknownId)]) {
      const toSignIn = {
        status: 303,
        location: `/portal/sign-in?${new URLSearchParams({ next: path })}`,
      };
      expect(outcomeOf(await stranger.open(path))).toEqual(toSignIn);
    }
    const { id } = await aWaitingReview();
    const sent = await stranger.send(pageOf(id), { decision: 'approve' });
    expect(sent.status).toBe(303);
    expect(await reviewNow(id)).toMatchObject({ status: 'pending' });
  });

  it('those whose address is a reviewer’s: for others there is no such page, and no way to it', async () => {
    const { id } = await aWaitingReview();
    const ada = await signedIn(world, (await aResident(world)).email);
    expect((await ada.open('/portal')).text).not.toContain(list);
    for (const path of [list, pageOf(id), pageOf(unknownId)]) {
      const { status, text } = await ada.open(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('Page not found');
    }
    for (const decision of ['approve', 'perhaps']) {
      expect((await ada.send(pageOf(id), { decision })).status).toBe(404);
    }
    expect(await reviewNow(id)).toMatchObject({ status: 'pending' });
    const { text: home } = await rosa.browser.open('/portal');
    expect(home).toContain(`href="${list}"`);
    // Rosa has no residency, and none is missing for a reviewer.
    expect(home).not.toContain('You do not have a residency');
  });

  it('by the link in the mail that tells them of a new review', async () => {
    await aWaitingReview();
    // It reports the first case of the hour.
    const { text = '' } = world.mails.findLast(({ to }) => to === reviewers) ?? {};
    const [, link = ''] = /Open the review:\n(\S+)\n/.exec(text) ?? [];
    expect(link).toMatch(`${world.baseUrl}${list}/`);
    expect((await rosa.browser.open(link.slice(world.baseUrl.length))).status).toBe(200);
  });

  it('answers 404 for a review that is not there', async () => {
    expect((await rosa.browser.open(pageOf(unknownId))).status).toBe(404);
    expect((await rosa.browser.open(pageOf('1'))).status).toBe(404);
    const sent = await rosa.browser.send(pageOf(unknownId), { decision: 'approve' });
    expect(sent.status).toBe(404);
  });
});

describe('the decision', () => {
  it('is taken once, is the reviewer’s in the review and in the audit trail, and is carried out', async () => {
    const { id, applicationId, name } = await aWaitingReview();
    const answer = await rosa.browser.send(pageOf(id), { decision: 'approve', reason: '' });
    expect(outcomeOf(answer)).toEqual({ status: 303, location: `${list}?decided=${id}` });
    expect(await reviewNow(id)).toEqual({
      id,
      subject: { type: 'legal_entity_application', id: applicationId },
      status: 'approved',
      reason: null,
      returnedReason: null,
      createdAt: expect.any(String),
      decidedAt: now(),
      decidedBy: rosa.id,
      name: expect.stringMatching(/ LLC$/),
      reasonCode: null,
      claim: null,
      firstApproval: null,
      objections: [],
      answer: null,
      notes: [],
      informationRequests: [],
      similarNames: [],
      similarPeople: [],
    });
    expect(
      await operatorOf(world).data('GET', `/audit?subjectId=${id}&action=review.decided`),
    ).toEqual([
      {
        id: expect.any(String),
        at: now(),
        actor: { kind: 'person', id: rosa.id, personId: rosa.id },
        action: 'review.decided',
        subject: { type: 'review', id },
        outcome: 'success',
        requestId: expect.any(String),
        details: {
          decision: 'approve',
          subjectType: 'legal_entity_application',
          subjectId: applicationId,
        },
        reason: null,
      },
    ]);
    const listed = await rosa.browser.open(String(answer.headers.get('location')));
    expect(shownText(listed)).toContain(`Approved: ${name} LLC`);
    await world.settle();
    const trail = await operatorOf(world).data('GET', `/audit?subjectId=${applicationId}`);
    expect(trail).toContainEqual(
      expect.objectContaining({
        actor: { kind: 'person', id: rosa.id, personId: rosa.id },
        action: 'legal_entity_application.approved',
      }),
    );
    expect(JSON.stringify(trail)).not.toContain('stuck');
    const page = await rosa.browser.open(pageOf(id));
    expect(shownText(page)).toContain('Approved Decided on');
    expect(page.text).not.toContain('name="decision"');
  });

  it('that comes after another is refused, and the page says what was decided', async () => {
    const { id } = await aWaitingReview();
    await decideReview(world, id, { decision: 'reject', reason: 'The address is incomplete.' });
    for (const decision of ['approve', 'reject', 'perhaps']) {
      const answer = await rosa.browser.send(pageOf(id), { decision, reason: 'Later.' });
      expect(answer.status).toBe(decision === 'perhaps' ? 400 : 409);
      const text = shownText(answer);
      if (decision !== 'perhaps') expect(text).toContain('This case was already decided');
      expect(text).toContain('Rejected Decided on');
      expect(text).toContain('Reason: The address is incomplete.');
      expect(text).not.toMatch(/arn:|user\/local/);
      if (decision !== 'perhaps') expect(text).toMatch(/Decided on .+ by an operator\./);
    }
    expect(await reviewNow(id)).toMatchObject({ reason: 'The address is incomplete.' });
  });

  it('counts once when ten are sent at the same moment', async () => {
    const { id } = await aWaitingReview();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        rosa.browser.send(pageOf(id), {
          decision: place % 2 === 0 ? 'approve' : 'reject',
          reason: `Reason ${place}`,
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([303, ...Array.from({ length: 9 }, () => 409)]);
    const winner = answers.findIndex(({ status }) => status === 303);
    expect(await reviewNow(id)).toMatchObject({
      status: winner % 2 === 0 ? 'approved' : 'rejected',
      reason: `Reason ${winner}`,
    });
  });

  it.each([
    ['nothing', {}, 'Choose whether to approve or to reject it', ''],
    ['an unknown decision', { decision: 'maybe' }, 'Choose whether', ''],
    [
      'a rejection without a reason',
      { decision: 'reject', reason: ' \n ' },
      'Enter the reason for the rejection',
      ' \n ',
    ],
    ['a reason twice', { decision: 'reject', reason: ['a', 'b'] }, 'Write one reason', 'a,b'],
    [
      'a reason over 2000 characters',
      { decision: 'approve', reason: `<i>${'x'.repeat(1998)}` },
      'at most 2000 characters',
      `&lt;i&gt;${'x'.repeat(1998)}`,
    ],
    [
      'control characters',
      { decision: 'reject', reason: 'a\u0007b' },
      'Must not contain a control character (character 2)',
      'a\u0007b',
    ],
  ])(
    'is not taken from a form that says %s, which stays as it was filled in',
    async (_, fields, complaint, kept) => {
      const { id } = await aWaitingReview();
      const answer = await rosa.browser.send(pageOf(id), fields);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('There is a problem');
      expect(answer.text).toContain(complaint);
      expect(answer.text).toContain(`${kept}</textarea>`);
      expect(await reviewNow(id)).toMatchObject({ status: 'pending' });
    },
  );

  it('is not taken from a form that none of our pages sent', async () => {
    const { id } = await aWaitingReview();
    const ada = await signedIn(world, (await aResident(world)).email);
    for (const options of [
      { csrf: null },
      { csrf: 'another token' },
      { csrf: ada.token() },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    ]) {
      const { status } = await rosa.browser.send(pageOf(id), { decision: 'approve' }, options);
      expect(status).toBe(403);
    }
    expect(await reviewNow(id)).toMatchObject({ status: 'pending' });
  });

  it('keeps a reason of several lines as one, and shows no text as markup', async () => {
    const { id } = await aWaitingReview();
    const reason = 'See <script>alert(1)</script>\r\n\r\nand "pay" & <b>go</b>';
    await rosa.browser.send(pageOf(id), { decision: 'reject', reason });
    const kept = 'See <script>alert(1)</script> and "pay" & <b>go</b>';
    expect(await reviewNow(id)).toMatchObject({ status: 'rejected', reason: kept });
    const { text } = await rosa.browser.open(pageOf(id));
    expect(text).toContain('See &lt;script&gt;alert(1)&lt;/script&gt; and &quot;pay&quot; &amp;');
    expect(text).not.toContain('<script>alert');
  });

  it('that can’t be carried out comes back to the list and the page, with the reason', async () => {
    const name = `Wanted Twice ${randomUUID().slice(0, 8)}`;
    const one = await aWaitingReview({ name });
    const other = await aWaitingReview({ name });
    await rosa.browser.send(pageOf(one.id), { decision: 'approve' });
    await world.settle();
    await rosa.browser.send(pageOf(other.id), { decision: 'approve' });
    await world.settle();
    const returned = 'A legal entity with this name already exists';
    expect(shownText(await rosa.browser.open(list))).toContain(`Returned ${returned}`);
    const page = await rosa.browser.open(pageOf(other.id));
    expect(shownText(page)).toContain(`The approval could not take effect ${returned}`);
    const again = { decision: 'reject', reason: 'The name was taken.' };
    expect((await rosa.browser.send(pageOf(other.id), again)).status).toBe(303);
    await world.settle();
    expect(await reviewNow(other.id)).toMatchObject({ status: 'rejected', returnedReason: null });
  });
});
