import { expect, it } from 'vitest';
import { operatorOf } from '../support/admin.ts';
import { shownText } from '../support/portal.ts';
import { aReviewer } from '../support/reviewers.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const { data } = operatorOf(world);
const rosa = await aReviewer(world);

async function aWaiting(applicant: Awaited<ReturnType<typeof anApplicant>>, name: string) {
  world.clock.now += 1000;
  const { id: subjectId } = await aSubmission(world, applicant, { name });
  await world.settle();
  return (await reviewOf(world, subjectId)).id;
}

it('the page of a case has what was done with it, by whom, and the other cases of the same person alone', async () => {
  const applicant = await anApplicant(world);
  const id = await aWaiting(applicant, 'Harbor Lights');
  const other = await aWaiting(applicant, 'Harbor Bells');
  const stranger = await aWaiting(await anApplicant(world), 'Strange Works');
  world.clock.now += 1000;
  await rosa.browser.open(`/portal/reviews/${id}`);
  await rosa.browser.send(`/portal/reviews/${id}`, { act: 'claim' });
  world.clock.now += 1000;
  await data('POST', `/reviews/${other}/decision`, { decision: 'reject', reason: 'No' });
  const page = await rosa.browser.open(`/portal/reviews/${id}`);
  expect(page.text).toContain(`href="/portal/reviews/${other}">Harbor Bells`);
  expect(page.text).not.toContain(stranger);
  expect(shownText(page)).toContain('Other cases of the same person or legal entity');
  expect(shownText(page)).toContain('Rejected, ');
  const history = shownText(page).split('History')[1] ?? '';
  expect(history).toContain('Created Test Resident');
  expect(history).toMatch(/Paid Test Resident .*Claimed Rosa Reviewer/s);
  const decided = await rosa.browser.open(`/portal/reviews/${other}`);
  expect(shownText(decided)).toMatch(/Decided to reject An operator/);
  expect(decided.text).toContain(`href="/portal/reviews/${id}">Harbor Lights`);
  const alone = await rosa.browser.open(`/portal/reviews/${stranger}`);
  expect(shownText(alone)).not.toContain('Other cases');
});
