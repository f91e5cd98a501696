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

/** Returns the id of a pending review and of its application. */
async function aWaiting() {
  const { id: subjectId } = await aSubmission(world, applicant);
  await world.settle();
  return { subjectId, id: (await reviewOf(world, subjectId)).id };
}

describe('a claim on a review', () => {
  it('shows its holder and its end, also in the list, and expires after an hour', async () => {
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

  it('can be released, and a repeated release is not recorded', async () => {
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

  it('is recorded once for simultaneous requests, and restarts with a later request', async () => {
    const { id } = await aWaiting();
    await Promise.all(Array.from({ length: 10 }, () => data('POST', `/reviews/${id}/claim`)));
    const entries = () => data('GET', `/audit?subjectId=${id}&action=review.claimed`);
    expect(await entries()).toHaveLength(1);
    world.clock.now += 60_000;
    const claim = { by: local, at: at(), endsAt: at(60) };
    expect(await data('POST', `/reviews/${id}/claim`)).toMatchObject({ claim });
    expect(await entries()).toHaveLength(2);
  });

  it('does not prevent others from deciding', async () => {
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

  it('can be made, taken over and released on the page, which shows the holder, as does the list', async () => {
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

  it('is refused on the page after the decision, with the reviewer and time of the decision', async () => {
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

  it('never blocks a simultaneous decision', async () => {
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

  it('is refused for a decided review, and not found for an unknown one', async () => {
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

describe('a note on a review', () => {
  it('is stored in order, also on decided reviews, and is recorded without its text', async () => {
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
    'is refused if it is missing, blank, too long or contains control characters: %#',
    async (body) => {
      const { id } = await aWaiting();
      expect(await refused('POST', `/reviews/${id}/notes`, body)).toEqual(invalidBody);
    },
  );

  it('can be added on the page for all reviewers to read, and a refused one stays in the field', async () => {
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

  it('requires an existing review', async () => {
    expect(await refused('POST', `/reviews/${unknownId}/notes`, { text: 'a' })).toEqual(notFound);
  });
});

it('an application shows its applicant why it was rejected', async () => {
  const { id, subjectId } = await aWaiting();
  const path = `/api/v1/legal_entity_applications/${subjectId}`;
  const shown = async () => {
    const { body } = await world.call('GET', path, { key: applicant.agentKey });
    return (body as { data: object }).data; // as the contract of this route says
  };
  expect(await shown()).toMatchObject({ statusId: 'Pending Review', rejectedReason: null });
  await data('POST', `/reviews/${id}/decision`, { decision: 'reject', reason: 'No address.' });
  await world.settle();
  expect(await shown()).toMatchObject({ statusId: 'Rejected', rejectedReason: 'No address.' });
});
