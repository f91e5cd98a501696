import { beforeEach, describe, expect, it } from 'vitest';
import { invalidBody, notFound, operatorOf, unknownId } from '../support/admin.ts';
import { reviewers } from '../support/background.ts';
import { signedIn } from '../support/portal.ts';
import { aReviewer } from '../support/reviewers.ts';
import { aStaffMember } from '../support/staff.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const applicant = await anApplicant(world);
const { answer, data, refused, aPerson } = operatorOf(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();
const local = 'arn:aws:iam::000000000000:user/local';

async function aCase(): Promise<string> {
  const { id } = await aSubmission(world, applicant);
  await world.settle();
  return (await reviewOf(world, id)).id;
}

describe('staff', () => {
  it('are added, changed and removed by operators, which is recorded for the person', async () => {
    const { id } = await aPerson();
    world.clock.now += 1_000;
    const added = {
      id,
      status: 'active',
      roles: ['reviewer'],
      subjectTypes: ['amendment'],
      addedAt: now(),
      changedAt: now(),
      version: 1,
    };
    const body = { personId: id, roles: ['reviewer', 'reviewer'], subjectTypes: ['amendment'] };
    expect(await data('POST', '/staff', body)).toEqual(added);
    world.clock.now += 1_000;
    const revised = { ...added, roles: ['senior_reviewer'], changedAt: now(), version: 2 };
    expect(await data('PATCH', `/staff/${id}`, { roles: ['senior_reviewer'], version: 1 })).toEqual(
      revised,
    );
    expect(await data('GET', `/staff/${id}`)).toEqual(revised);
    expect(await data('GET', '/staff')).toContainEqual(revised);
    world.clock.now += 1_000;
    const removed = { ...revised, status: 'removed', changedAt: now(), version: 3 };
    expect(await data('DELETE', `/staff/${id}`)).toEqual(removed);
    // A repeat changes nothing.
    expect(await data('DELETE', `/staff/${id}`)).toEqual(removed);
    const trail = await data('GET', `/audit?subjectId=${id}&actorId=${encodeURIComponent(local)}`);
    expect(trail).toMatchObject([
      { action: 'staff.removed', details: { previousRoles: ['senior_reviewer'] } },
      {
        action: 'staff.revised',
        details: {
          previousRoles: ['reviewer'],
          roles: ['senior_reviewer'],
          subjectTypes: ['amendment'],
        },
      },
      { action: 'staff.added', details: { previousRoles: [], roles: ['reviewer'] } },
      { action: 'person.created' },
    ]);
  });

  it('are refused with the reason if their data is invalid', async () => {
    const { id } = await aPerson();
    const add = (fields: object) => refused('POST', '/staff', { personId: id, ...fields });
    expect(await add({ roles: [] })).toEqual(invalidBody);
    expect(await add({ roles: ['king'] })).toEqual(invalidBody);
    expect(await add({ roles: ['reviewer'], subjectTypes: [] })).toEqual(invalidBody);
    expect(await add({ roles: ['auditor', 'reviewer'] })).toMatchObject({
      status: 409,
      code: 'staff.auditor_exclusive',
    });
    expect(await refused('POST', '/staff', { personId: unknownId, roles: ['reviewer'] })).toEqual(
      notFound,
    );
    expect(await refused('PATCH', `/staff/${id}`, { roles: ['reviewer'] })).toEqual(notFound);
    expect(await refused('GET', `/staff/${id}`)).toEqual(notFound);
    expect(await refused('DELETE', `/staff/${unknownId}`)).toEqual(notFound);
    await data('POST', '/staff', { personId: id, roles: ['auditor'] });
    expect(await add({ roles: ['reviewer'] })).toMatchObject({ status: 409, code: 'staff.member' });
  });

  it('are changed by only one of two operators who read the same version', async () => {
    const { id } = await aPerson();
    await data('POST', '/staff', { personId: id, roles: ['reviewer'] });
    const answers = await Promise.all(
      ['senior_reviewer', 'auditor'].map((role) =>
        answer('PATCH', `/staff/${id}`, { roles: [role], version: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ code: 'staff.outdated' });
    expect(await data('GET', `/staff/${id}`)).toMatchObject({ version: 2 });
  });

  it('have the rights of their roles from the next page view', async () => {
    const path = `/portal/reviews/${await aCase()}`;
    const { id, browser } = await aStaffMember(world, ['reviewer'], ['legal_entity_application']);
    const seen = async () => (await browser.open(path)).status;
    expect(await seen()).toBe(200);
    await data('PATCH', `/staff/${id}`, { subjectTypes: ['amendment'] });
    expect(await seen()).toBe(404);
    expect((await browser.open('/portal/reviews')).text).not.toContain(path);
    expect((await browser.send(path, { decision: 'approve' })).status).toBe(404);
    await data('PATCH', `/staff/${id}`, { subjectTypes: null });
    expect(await seen()).toBe(200);
    expect((await browser.open('/portal/reviews')).text).toContain(path);
    await data('DELETE', `/staff/${id}`);
    expect(await seen()).toBe(404);
    expect((await browser.open('/portal')).text).not.toContain('/portal/reviews');
    await data('POST', '/staff', { personId: id, roles: ['auditor'] });
    expect(await seen()).toBe(200);
    const { text } = await browser.open(path);
    expect(text).not.toContain('name="decision"');
    expect(text).not.toContain('name="note"');
  });

  it('are notified of cases of their types, as are the addresses in the setting', async () => {
    const mine = await aStaffMember(world, ['reviewer'], ['legal_entity_application']);
    const others = await Promise.all([
      aStaffMember(world, ['senior_reviewer'], ['amendment']),
      aStaffMember(world, ['auditor']),
    ]);
    const gone = await aStaffMember(world, ['reviewer']);
    await data('DELETE', `/staff/${gone.id}`);
    // The first case of an hour is reported immediately.
    world.clock.now += 3_600_000;
    const id = await aCase();
    const emails = world.mails.filter(({ text }) => text.includes(id)).map(({ to }) => to);
    expect(emails).toContain(mine.email);
    expect(emails).toContain(reviewers);
    for (const { email } of [...others, gone]) expect(emails).not.toContain(email);
  });
});

describe('viewing a case', () => {
  it('is recorded once an hour with ids only, and not recorded if refused', async () => {
    const id = await aCase();
    const rosa = await aStaffMember(world, ['auditor']);
    const stranger = await aStaffMember(world, ['reviewer'], ['amendment']);
    const looks = () => data('GET', `/audit?subjectId=${id}&action=review.read`);
    for (let time = 0; time < 3; time += 1) {
      expect((await rosa.browser.open(`/portal/reviews/${id}`)).status).toBe(200);
    }
    await stranger.browser.open(`/portal/reviews/${id}`);
    const look = {
      action: 'review.read',
      actor: { kind: 'person', id: rosa.id, personId: rosa.id },
      subject: { type: 'review', id },
      details: { subjectType: 'legal_entity_application', subjectId: expect.any(String) },
    };
    expect(await looks()).toMatchObject([look]);
    world.clock.now += 3_600_000;
    await rosa.browser.open(`/portal/reviews/${id}`);
    expect(await looks()).toMatchObject([look, look]);
    await rosa.browser.open('/portal/reviews');
    await rosa.browser.open('/portal/reviews');
    expect(await data('GET', `/audit?subjectId=${rosa.id}&action=review.listed`)).toMatchObject([
      { actor: { id: rosa.id }, details: {} },
    ]);
  });
});

// This block is last, because it permanently removes the reviewer of the setting.
describe('the setting REVIEWERS', () => {
  it('makes reviewers of people without a staff item, but not of removed staff', async () => {
    const path = `/portal/reviews/${await aCase()}`;
    const rosa = await aReviewer(world);
    const seen = async () => (await rosa.browser.open(path)).status;
    expect(await seen()).toBe(200);
    // Other staff members do not affect her rights.
    const other = await aStaffMember(world, ['reviewer']);
    expect(await seen()).toBe(200);
    expect(await data('DELETE', `/staff/${rosa.id}`)).toMatchObject({
      status: 'removed',
      roles: [],
    });
    expect(await seen()).toBe(404);
    world.clock.now += 3_600_000;
    const id = await aCase();
    const emails = world.mails.filter(({ text }) => text.includes(id)).map(({ to }) => to);
    expect(emails).toContain(other.email);
    expect(emails).not.toContain(reviewers);
    // A later owner of her address is not a reviewer either.
    await data('PATCH', `/persons/${rosa.id}`, { email: 'rosa@elsewhere.example' });
    await data('POST', '/persons', { email: reviewers });
    const heir = await signedIn(world, reviewers);
    expect((await heir.open(path)).status).toBe(404);
    await data('POST', '/staff', { personId: rosa.id, roles: ['reviewer'] });
    const again = await signedIn(world, 'rosa@elsewhere.example');
    expect((await again.open(path)).status).toBe(200);
  });
});
