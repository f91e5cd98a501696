import { beforeEach, describe, expect, it } from 'vitest';
import { invalidBody, notFound, operatorOf, unknownId } from '../support/admin.ts';
import { outcomeOf, shownText } from '../support/portal.ts';
import { aReviewer } from '../support/reviewers.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const applicant = await anApplicant(world);
const { answer, data, refused } = operatorOf(world);
const rosa = await aReviewer(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const local = 'arn:aws:iam::000000000000:user/local';
const at = (minutes = 0) => new Date(world.clock.now + minutes * 60_000).toISOString();

/** The id of a review that waits, and of its application. */
async function aWaiting() {
  const { id: subjectId } = await aSubmission(world, applicant);
  await world.settle();
  return { subjectId, id: (await reviewOf(world, subjectId)).id };
}

describe('a claim', () => {
  it('says who is at work on a review and until when, in the list as well; it ends after an hour', async () => {
    const { id } = await aWaiting();
    const claim = { by: local, at: at(), endsAt: at(60) };
    expect(await data('POST', `/reviews/${id}/claim`)).toMatchObject({ id, claim });
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({ claim });
    const listed = () => data('GET', '/reviews?status=pending');
    expect(await listed()).toContainEqual(expect.objectContaining({ id, claim }));
    world.clock.now += 60 * 60_000;
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({ claim: null });
    expect(await listed()).toContainEqual(expect.objectContaining({ id, claim: null }));
  });

  it('is taken back, once or twice, and is recorded once', async () => {
    const { id, subjectId } = await aWaiting();
    await data('POST', `/reviews/${id}/claim`);
    for (let time = 0; time < 2; time += 1) {
      world.clock.now += 60_000;
      expect(await data('DELETE', `/reviews/${id}/claim`)).toMatchObject({ claim: null });
    }
    const details = { subjectType: 'legal_entity_application', subjectId };
    expect(await data('GET', `/audit?subjectId=${id}`)).toMatchObject([
      { action: 'review.released', actor: { id: local }, details },
      { action: 'review.claimed', actor: { id: local }, details },
    ]);
  });

  it('that ten clicks make is recorded once; a later one of the same person starts again', async () => {
    const { id } = await aWaiting();
    await Promise.all(Array.from({ length: 10 }, () => data('POST', `/reviews/${id}/claim`)));
    const entries = () => data('GET', `/audit?subjectId=${id}&action=review.claimed`);
    expect(await entries()).toHaveLength(1);
    world.clock.now += 60_000;
    const claim = { by: local, at: at(), endsAt: at(60) };
    expect(await data('POST', `/reviews/${id}/claim`)).toMatchObject({ claim });
    expect(await entries()).toHaveLength(2);
  });

  it('keeps nobody from deciding', async () => {
    const { id } = await aWaiting();
    await data('POST', `/reviews/${id}/claim`);
    await rosa.browser.open(`/portal/reviews/${id}`);
    const sent = await rosa.browser.send(`/portal/reviews/${id}`, { decision: 'approve' });
    expect(sent.status).toBe(303);
    const decided = { status: 'approved', decidedBy: rosa.id };
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({ ...decided, claim: null });
    await world.settle();
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({ ...decided, claim: null });
  });

  it('is made, taken over and let continue the page, which names who has it, and the list as well', async () => {
    const { id } = await aWaiting();
    const path = `/portal/reviews/${id}`;
    const page = async () => shownText(await rosa.browser.open(path));
    const list = async () => shownText(await rosa.browser.open('/portal/reviews'));
    expect(await page()).toContain('Unassigned. Assign the case to yourself');
    await data('POST', `/reviews/${id}/claim`);
    expect(await page()).toMatch(
      /Assigned to An operator since .+ You can still decide the case. Reassign to me/,
    );
    expect(await list()).toContain('An operator since');
    const back = { status: 303, location: path };
    expect(outcomeOf(await rosa.browser.send(path, { act: 'claim' }))).toEqual(back);
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({
      claim: { by: rosa.id, at: at(), endsAt: at(60) },
    });
    expect(await page()).toMatch(/Assigned to you since .+ Unassign/);
    expect(await list()).toContain('Assigned to you since');
    expect(outcomeOf(await rosa.browser.send(path, { act: 'release' }))).toEqual(back);
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({ claim: null });
    await rosa.browser.send(path, { act: 'claim' });
    world.clock.now += 60 * 60_000;
    expect(await page()).toContain('Unassigned. Assign the case to yourself');
  });

  it('comes too late on the page, which says who has decided, and when', async () => {
    const { id } = await aWaiting();
    const path = `/portal/reviews/${id}`;
    await rosa.browser.open(path);
    await rosa.browser.send(path, { decision: 'reject', reason: 'No address.' });
    const late: readonly Readonly<Record<string, string>>[] = [
      { act: 'claim' },
      { act: 'release' },
      { decision: 'approve' },
    ];
    for (const fields of late) {
      const refusal = await rosa.browser.send(path, fields);
      expect(refusal.status).toBe(409);
      expect(shownText(refusal)).toMatch(
        /This case was already decided .+ Decided on .+ by Rosa Reviewer\./,
      );
    }
  });

  it('loses no decision, and is lost to none, at the same moment', async () => {
    const { id } = await aWaiting();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => answer('POST', `/reviews/${id}/claim`)),
      answer('POST', `/reviews/${id}/decision`, { decision: 'approve' }),
      ...Array.from({ length: 4 }, () => answer('DELETE', `/reviews/${id}/claim`)),
    ]);
    expect(answers[4]?.status).toBe(200);
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body['code']]).toEqual([409, 'review.not_pending']);
    }
    await world.settle();
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({ status: 'approved', claim: null });
  });

  it('of a decided review is refused with the decision; of none there is no such thing', async () => {
    const { id } = await aWaiting();
    const decidedAt = at();
    await data('POST', `/reviews/${id}/decision`, { decision: 'reject', reason: 'No.' });
    world.clock.now += 60_000;
    for (const method of ['POST', 'DELETE']) {
      expect(await answer(method, `/reviews/${id}/claim`)).toEqual({
        status: 409,
        body: {
          error: 'The review is not pending',
          code: 'review.not_pending',
          decision: { status: 'rejected', decidedBy: local, decidedAt },
        },
      });
      expect(await refused(method, `/reviews/${unknownId}/claim`)).toEqual(notFound);
    }
  });
});

describe('a note', () => {
  it('is kept in order, on decided reviews as well, and is recorded without its text', async () => {
    const { id } = await aWaiting();
    const first = { text: 'Compared with the passport.\nIt fits.' };
    const noted = await data('POST', `/reviews/${id}/notes`, first);
    const one = { id: expect.any(String), at: at(), by: local, text: first.text };
    expect(noted).toMatchObject({ id, notes: [one] });
    world.clock.now += 60_000;
    await data('POST', `/reviews/${id}/decision`, { decision: 'reject', reason: 'No.' });
    world.clock.now += 60_000;
    const other = { ...one, at: at(), text: 'Told by telephone.' };
    await data('POST', `/reviews/${id}/notes`, { text: ' Told by telephone. ' });
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({ notes: [one, other] });
    const trail = await data('GET', `/audit?subjectId=${id}`);
    expect(trail).toMatchObject([
      { action: 'review.noted', details: { noteId: expect.any(String) } },
      { action: 'review.decided' },
      { action: 'review.noted' },
    ]);
    expect(JSON.stringify(trail)).not.toMatch(/passport|telephone/);
  });

  it.each([{}, { text: ' ' }, { text: 'x'.repeat(2001) }, { text: 'a\u0007b' }])(
    'is refused where it says nothing, or too much: %#',
    async (body) => {
      const { id } = await aWaiting();
      expect(await refused('POST', `/reviews/${id}/notes`, body)).toEqual(invalidBody);
    },
  );

  it('is kept on the page as well, where all reviewers read it; a wrong one stays as it was typed', async () => {
    const { id } = await aWaiting();
    const path = `/portal/reviews/${id}`;
    await rosa.browser.open(path);
    await data('POST', `/reviews/${id}/notes`, { text: 'Told by telephone.' });
    world.clock.now += 60_000;
    const kept = { act: 'note', note: 'See <b>page 2</b>' };
    const sent = await rosa.browser.send(path, kept);
    expect(outcomeOf(sent)).toEqual({ status: 303, location: path });
    const page = await rosa.browser.open(path);
    expect(shownText(page)).toMatch(/An operator Told by telephone\. .+ Rosa Reviewer See/);
    expect(page.text).toContain('See &lt;b&gt;page 2&lt;/b&gt;');
    for (const [note, complaint] of [
      ['', 'Enter the note'],
      ['x'.repeat(2001), 'at most 2000 characters'],
    ] as const) {
      const refusal = await rosa.browser.send(path, { act: 'note', note });
      expect(refusal.status).toBe(400);
      expect(refusal.text).toContain(complaint);
      expect(refusal.text).toContain(`${note}</textarea>`);
    }
    await rosa.browser.send(path, { decision: 'approve' });
    const later = await rosa.browser.send(path, { act: 'note', note: 'Filed.' });
    expect(later.status).toBe(303);
    expect(shownText(await rosa.browser.open(path))).toContain('Rosa Reviewer Filed.');
  });

  it('needs a review', async () => {
    expect(await refused('POST', `/reviews/${unknownId}/notes`, { text: 'a' })).toEqual(notFound);
  });
});

it('the applicant reads in the application why it was rejected', async () => {
  const { id, subjectId } = await aWaiting();
  const path = `/api/v1/legal_entity_applications/${subjectId}`;
  const shown = async () => {
    const { body } = await world.call('GET', path, { key: applicant.agentKey });
    return (body as { data: object }).data; // the contract of this route
  };
  expect(await shown()).toMatchObject({ statusId: 'Pending Review', rejectedReason: null });
  await data('POST', `/reviews/${id}/decision`, { decision: 'reject', reason: 'No address.' });
  await world.settle();
  expect(await shown()).toMatchObject({ statusId: 'Rejected', rejectedReason: 'No address.' });
});
