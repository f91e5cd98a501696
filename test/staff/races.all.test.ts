import { expect, it } from 'vitest';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { readStaffStatus } from '../../shared/staff/usecases/staff-status.ts';
import { operatorOf } from '../support/admin.ts';
import { reviewers } from '../support/background.ts';
import { justBefore } from '../support/just-before.ts';
import { aReviewer } from '../support/reviewers.ts';
import { aStaffMember } from '../support/staff.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const applicant = await anApplicant(world);
const { data } = operatorOf(world);
const verdict = { decision: 'approve', reason: null } as const;

/** Makes a decision as a staff member while an operator acts just before it is written. */
async function decidedWhile(personId: string, act: () => Promise<unknown>) {
  const { id: subjectId } = await aSubmission(world, applicant);
  await world.settle();
  const { id } = await reviewOf(world, subjectId);
  const person = { ...Object(await data('GET', `/persons/${personId}`)), id: personId };
  const staff = await readStaffStatus(person, { table: world.deps.table, reviewers: [reviewers] });
  if (staff === null) throw new Error('set-up: they are not of the staff');
  const deps = { ...world.deps, table: justBefore(world.deps.table, act) };
  const outcome = await decideReview(id, verdict, personActor(personId), deps, {
    ...staff,
    mayDecide: true,
  }).then(
    ({ status }) => status,
    ({ status, extras }) => [status, extras.code],
  );
  const { status } = await reviewOf(world, subjectId);
  return { outcome, status };
}

it.each([
  ['removed', 'DELETE', undefined, [404, 'resource.not_found']],
  ['given another role', 'PATCH', { roles: ['auditor'] }, [409, 'staff.changed']],
] as const)(
  'a reviewer who is %s during a decision has not decided',
  async (_, method, body, refusal) => {
    const { id } = await aStaffMember(world, ['reviewer']);
    expect(await decidedWhile(id, () => data(method, `/staff/${id}`, body))).toEqual({
      outcome: refusal,
      status: 'pending',
    });
  },
);

it('a reviewer by setting who is removed during a decision has not decided', async () => {
  const { id } = await aReviewer(world);
  expect(await decidedWhile(id, () => data('DELETE', `/staff/${id}`))).toEqual({
    outcome: [404, 'resource.not_found'],
    status: 'pending',
  });
});

it('a decision succeeds if an operator removes another reviewer during it', async () => {
  const { id } = await aStaffMember(world, ['reviewer']);
  const other = await aStaffMember(world, ['reviewer']);
  expect(await decidedWhile(id, () => data('DELETE', `/staff/${other.id}`))).toEqual({
    outcome: 'approved',
    status: 'approved',
  });
});
