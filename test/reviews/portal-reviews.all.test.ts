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

/** Returns a pending review of an application for the name. */
async function aWaitingReview(fields: Readonly<Record<string, unknown>> = {}) {
  const submission = await aSubmission(world, applicant, fields);
  await world.settle();
  const { id } = await reviewOf(world, submission.id);
  await rosa.browser.open(pageOf(id));
  return { id, applicationId: submission.id, name: submission.name };
}

const reviewNow = (id: string) => operatorOf(world).data('GET', `/reviews/${id}`);

describe('access to the reviews in the portal', () => {
  it('requires sign-in, and returns to the page afterwards', async () => {
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

  it('requires a reviewer’s email address; for others the page is not found or linked', async () => {
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
    // Rosa has no residency. Reviewers do not need one.
    expect(home).not.toContain('You do not have a residency');
  });

  it('is possible through the link in the email about a new review', async () => {
    await aWaitingReview();
    // The email reports the first case of the hour.
    const { text = '' } = world.mails.findLast(({ to }) => to === reviewers) ?? {};
    const [, link = ''] = /Open the review:\n(\S+)\n/.exec(text) ?? [];
    expect(link).toMatch(`${world.baseUrl}${list}/`);
    expect((await rosa.browser.open(link.slice(world.baseUrl.length))).status).toBe(200);
  });

  it('returns 404 for an unknown review', async () => {
    expect((await rosa.browser.open(pageOf(unknownId))).status).toBe(404);
    expect((await rosa.browser.open(pageOf('1'))).status).toBe(404);
    const sent = await rosa.browser.send(pageOf(unknownId), { decision: 'approve' });
    expect(sent.status).toBe(404);
  });
});

describe('a decision in the portal', () => {
  it('is stored with the reviewer in the review and the audit trail, and is carried out once', async () => {
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
    const sent = await rosa.browser.open(String(answer.headers.get('location')));
    const next = await rosa.browser.open(String(sent.headers.get('location') ?? list));
    expect(shownText(sent) + shownText(next)).toContain(`Approved: ${name} LLC`);
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

  it('is refused after another decision, and the page shows that decision', async () => {
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

  it('is accepted only once if ten are sent at the same time', async () => {
    const { id } = await aWaitingReview();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        rosa.browser.send(pageOf(id), {
          decision: index % 2 === 0 ? 'approve' : 'reject',
          reason: `Reason ${index}`,
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
    ['no decision', {}, 'Choose whether to approve or to reject it', ''],
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
    'is refused in a form with %s, which keeps the entered text',
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

  it('is refused if the form was sent from another site', async () => {
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

  it('joins a reason of several lines into one, and escapes all text', async () => {
    const { id } = await aWaitingReview();
    const reason = 'See <script>alert(1)</script>\r\n\r\nand "pay" & <b>go</b>';
    await rosa.browser.send(pageOf(id), { decision: 'reject', reason });
    const kept = 'See <script>alert(1)</script> and "pay" & <b>go</b>';
    expect(await reviewNow(id)).toMatchObject({ status: 'rejected', reason: kept });
    const { text } = await rosa.browser.open(pageOf(id));
    expect(text).toContain('See &lt;script&gt;alert(1)&lt;/script&gt; and &quot;pay&quot; &amp;');
    expect(text).not.toContain('<script>alert');
  });

  it('returns the case to the list and the page with the reason if it cannot be carried out', async () => {
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
