import { beforeEach, describe, expect, it } from 'vitest';
import { measureReviews } from '../../shared/reviews/usecases/read-reviews.ts';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { readStaffStatus } from '../../shared/staff/usecases/staff-status.ts';
import { operatorOf } from '../support/admin.ts';
import { justBefore } from '../support/just-before.ts';
import { shownText } from '../support/portal.ts';
import { aStaffMember } from '../support/staff.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
Object.assign(world.deps.approvals, { legal_entity_application: 2 });
const applicant = await anApplicant(world);
const rosa = await aStaffMember(world, ['reviewer']);
const sam = await aStaffMember(world, ['senior_reviewer']);
const { data, refused } = operatorOf(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

async function aCase() {
  const { id: subjectId } = await aSubmission(world, applicant);
  await world.settle();
  const { id } = await reviewOf(world, subjectId);
  return { id, subjectId, path: `/portal/reviews/${id}` };
}

async function approve({ browser }: typeof rosa, path: string) {
  await browser.open(path);
  return browser.send(path, { decision: 'approve' });
}

describe('a case that requires two approvals', () => {
  it('shows its first approval everywhere, and is then approved by a senior reviewer', async () => {
    const { id, subjectId, path } = await aCase();
    expect(shownText(await rosa.browser.open(path))).toContain('Two people must approve this case');
    expect((await approve(rosa, path)).status).toBe(303);
    const firstApproval = { by: rosa.id, at: new Date(world.clock.now).toISOString() };
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({ status: 'pending', firstApproval });
    await world.settle();
    expect(await data('GET', `/legal_entity_applications/${subjectId}`)).toMatchObject({
      statusId: 'Pending Review',
    });
    // It leaves the first approver's queue, who is offered another case, and is marked in the other's queue.
    const { id: otherId } = await aCase();
    const sent = await rosa.browser.open(`/portal/reviews?decided=${id}`);
    const next = `/portal/reviews/${otherId}?decided=${id}`;
    expect(sent.headers.get('location')).toBe(next);
    const left = await rosa.browser.open(next);
    expect(shownText(left)).toContain('First approval given');
    expect((await rosa.browser.open('/portal/reviews')).text).not.toContain(`href="${path}"`);
    const list = await sam.browser.open('/portal/reviews');
    expect(list.text).toContain(`href="${path}"`);
    expect(shownText(list)).toContain('1 of 2 approved by Staff Member');
    const seconds = await sam.browser.open('/portal/reviews?assignee=second');
    expect(seconds.text).toContain(`href="${path}"`);
    expect(seconds.text).not.toContain(otherId);
    expect((await rosa.browser.open('/portal/reviews?assignee=second')).text).not.toContain(path);
    await measureReviews(world.deps);
    const home = await sam.browser.open('/portal');
    expect(shownText(home)).toContain('2 cases are waiting for a decision.');
    const queue = /href="(\/portal\/reviews\?[^"]*assignee=second)">1</.exec(home.text)?.[1];
    const linked = await sam.browser.open(queue?.replaceAll('&amp;', '&') ?? '');
    expect([linked.text.includes(path), linked.text.includes(otherId)]).toEqual([true, false]);
    const found = await rosa.browser.open(`/portal/reviews?q=${id}`);
    expect(shownText(found)).toContain('1 of 2 approved by you');
    const shown = await rosa.browser.open(path);
    expect(shownText(shown)).toContain('You approved it first');
    expect(shown.text).not.toContain('value="approve"');
    expect(shown.text).toContain('value="reject"');
    expect((await rosa.browser.send(path, { decision: 'approve' })).status).toBe(403);
    expect(shownText(await sam.browser.open(path))).toContain('Staff Member approved it first');
    expect((await approve(sam, path)).status).toBe(303);
    await world.settle();
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({
      status: 'approved',
      decidedBy: sam.id,
      firstApproval,
    });
    expect(await data('GET', `/legal_entity_applications/${subjectId}`)).toMatchObject({
      statusId: 'Approved',
    });
    const acts = await data('GET', `/audit?subjectId=${id}`);
    expect(acts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'review.approved_first', actor: personActor(rosa.id) }),
        expect.objectContaining({ action: 'review.decided', actor: personActor(sam.id) }),
      ]),
    );
  });

  it('cannot be approved by operators, but can be rejected by one operator or reviewer', async () => {
    const { id, path } = await aCase();
    const decide = (body: object) => refused('POST', `/reviews/${id}/decision`, body);
    expect(await decide({ decision: 'approve' })).toMatchObject({
      status: 403,
      code: 'review.two_persons',
    });
    await approve(rosa, path);
    expect(await decide({ decision: 'approve' })).toMatchObject({ status: 403 });
    await sam.browser.open(path);
    const sent = await sam.browser.send(path, { decision: 'reject', reason: 'No.' });
    expect(sent.status).toBe(303);
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({ status: 'rejected' });
  });

  it('loses its first approval if a question is asked', async () => {
    const { id, path } = await aCase();
    await approve(rosa, path);
    await data('POST', `/reviews/${id}/information_requests`, { message: 'Where is the lease?' });
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({ firstApproval: null });
    // So this is a first approval again.
    expect((await approve(sam, path)).status).toBe(303);
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({
      status: 'pending',
      firstApproval: { by: sam.id },
    });
  });

  it('has one approval if the same person approves twice at the same time', async () => {
    const { id } = await aCase();
    const verdict = { decision: 'approve', reason: null } as const;
    const by = async ({ id: personId }: typeof rosa) => {
      const person = Object(await data('GET', `/persons/${personId}`));
      const staff = await readStaffStatus(person, { table: world.deps.table, reviewers: [] });
      if (staff === null) throw new Error('set-up: not of the staff');
      const deciding = { ...staff, mayDecide: true };
      return () =>
        decideReview(id, verdict, personActor(personId), world.deps, deciding).then(
          ({ status }) => status,
          ({ status, extras }) => [status, extras.code],
        );
    };
    const [first, again] = [await by(rosa), await by(rosa)];
    // Two simultaneous approvals by the same person result in one.
    const outcomes = await Promise.all([first(), again()]);
    expect(outcomes).toHaveLength(2);
    expect(outcomes).toContainEqual('pending');
    expect(outcomes).toContainEqual([403, 'review.other_person']);
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({
      status: 'pending',
      firstApproval: { by: rosa.id },
    });
  });

  it.each([
    ['removed', (id: string) => data('DELETE', `/staff/${id}`)],
    ['given another role', (id: string) => data('PATCH', `/staff/${id}`, { roles: ['support'] })],
    ['deactivated', (id: string) => data('POST', `/persons/${id}/deactivate`)],
  ])('requires two other approvals if the first approver was %s', async (_, end) => {
    const gone = await aStaffMember(world, ['reviewer']);
    const { id, path } = await aCase();
    await approve(gone, path);
    await end(gone.id);
    world.clock.now += 1_000;
    expect(shownText(await sam.browser.open(path))).toContain(
      'The approval by Staff Member is no longer valid because they can no longer approve cases.',
    );
    await approve(sam, path);
    expect(await data('GET', `/reviews/${id}`)).toMatchObject({
      status: 'pending',
      firstApproval: { by: sam.id },
    });
    const acts = await data('GET', `/audit?subjectId=${id}&action=review.approved_first`);
    expect(acts).toMatchObject([{ details: { voidedApprovals: [gone.id] } }, { details: {} }]);
  });

  it('gets a new first approval if the first approver is removed at the same time', async () => {
    const gone = await aStaffMember(world, ['reviewer']);
    const { id, path } = await aCase();
    await approve(gone, path);
    const person = Object(await data('GET', `/persons/${sam.id}`));
    const staff = await readStaffStatus(person, world.deps);
    if (staff === null) throw new Error('set-up: not of the staff');
    const table = justBefore(world.table, () => data('DELETE', `/staff/${gone.id}`));
    const verdict = { decision: 'approve', reason: null } as const;
    const deciding = { ...staff, mayDecide: true };
    const deps = { ...world.deps, table };
    const next = await decideReview(id, verdict, personActor(sam.id), deps, deciding);
    expect(next).toMatchObject({ status: 'pending', firstApproval: { by: { id: sam.id } } });
  });
});
