import { beforeEach, expect, it } from 'vitest';
import { invalidBody, notFound, operatorOf, unknownId } from '../support/admin.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const applicant = await anApplicant(world);
const { answer, data, refused } = operatorOf(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const local = 'arn:aws:iam::000000000000:user/local';
const at = () => new Date(world.clock.now).toISOString();
const message = 'Please send the lease of the principal office.';

/** Returns the id of a pending review and of its application. */
async function aWaiting() {
  const { id: subjectId } = await aSubmission(world, applicant);
  await world.settle();
  return { subjectId, id: (await reviewOf(world, subjectId)).id };
}

it('a review has one open question at a time, which changes nothing else about the case', async () => {
  const { id, subjectId } = await aWaiting();
  const before = Object(await data('GET', `/legal_entity_applications/${subjectId}`));
  world.clock.now += 60_000;
  const question = {
    message,
    requestedAt: at(),
    requestedBy: local,
    answeredAt: null,
    answeredBy: null,
    answer: null,
    fileUrl: null,
  };
  const asked = await data('POST', `/reviews/${id}/information_requests`, { message });
  const informationRequests = [{ id: expect.any(String), ...question }];
  expect(asked).toMatchObject({ id, status: 'pending', informationRequests });
  expect(await data('GET', `/legal_entity_applications/${subjectId}`)).toEqual({
    ...before,
    informationRequest: { id: expect.any(String), message, requestedAt: at(), answeredAt: null },
    nextSteps: {
      signatureRequired: false,
      signatureUrl: null,
      paymentRequired: false,
      informationRequired: true,
      informationUrl: `${world.baseUrl}/portal/information/${id}`,
      pollAfterSeconds: 60,
    },
  });
  const again = await refused('POST', `/reviews/${id}/information_requests`, { message: 'And?' });
  expect(again).toEqual({
    status: 409,
    error: 'The applicant has not answered the open question yet',
    code: 'review.information_requested',
  });
  const trail = await data('GET', `/audit?subjectId=${id}`);
  expect(trail).toMatchObject([{ action: 'review.information_requested', outcome: 'success' }]);
  expect(JSON.stringify(trail)).not.toContain('lease');
  await data('POST', `/reviews/${id}/decision`, { decision: 'approve' });
  await world.settle();
  expect(await data('GET', `/reviews/${id}`)).toMatchObject({
    status: 'approved',
    informationRequests,
  });
  expect(await data('GET', `/legal_entity_applications/${subjectId}`)).toMatchObject({
    statusId: 'Approved',
  });
});

it('a review accepts one of ten simultaneous questions, and none after a decision', async () => {
  const { id } = await aWaiting();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      answer('POST', `/reviews/${id}/information_requests`, { message }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await data('POST', `/reviews/${id}/decision`, { decision: 'reject', reason: 'No.' });
  expect(await refused('POST', `/reviews/${id}/information_requests`, { message })).toEqual({
    status: 409,
    error: 'The review is not pending',
    code: 'review.not_pending',
  });
});

it('a question requires a text and an existing review', async () => {
  const { id } = await aWaiting();
  expect(await refused('POST', `/reviews/${id}/information_requests`, {})).toEqual(invalidBody);
  const missing = await refused('POST', `/reviews/${unknownId}/information_requests`, { message });
  expect(missing).toEqual(notFound);
});
