import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LogFields } from '../../shared/kernel/aws/log.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { aDraft, aVoucher, pay } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { startWorld, type World } from '../support/world.ts';

/** What a call has set going is found in every log by the call's request id. */
let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.log.lines.length = 0;
});

describe('from the request id of a call are found', () => {
  it('the mail that it asked for', async () => {
    const { agentKey } = await anApplicant(world);
    await world.settle();
    world.log.lines.length = 0;
    await pay(world, await aDraft(world, agentKey), await aVoucher(world));
    await world.settle();
    const payment = requestOf('payLegalEntityApplicationWithVoucher');
    expect(linesOf(payment)).toEqual(
      expect.arrayContaining([
        ['event', 'mail.wanted'],
        ['mail', 'agent_payment'],
      ]),
    );
  });

  it('the workflow that it started, with all tasks and the mail to the reviewers', async () => {
    // The first in an hour: reviewers are notified immediately.
    world.clock.now += 3_600_000;
    await aSubmission(world, await anApplicant(world));
    await world.settle();
    expect(linesOf(requestOf('payLegalEntityApplicationWithVoucher'))).toEqual(
      expect.arrayContaining([
        ['event', 'review.wanted'],
        ['task', 'review-dispatch/create-review'],
        ['task', 'review-dispatch/notify-reviewers'],
        ['task', 'review-dispatch/mark-dispatched'],
        ['mail', 'review_waiting'],
      ]),
    );
  });

  it('a decision with its documents, and not the submission before it', async () => {
    const { id } = await aSubmission(world, await anApplicant(world));
    await world.settle();
    await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
    await world.settle();
    const found = linesOf(requestOf('adminDecideReview'));
    expect(found).toEqual(
      expect.arrayContaining([
        ['task', 'review-decision/carry-out'],
        ['task', 'review-decision/issue-documents'],
        ['task', 'review-decision/notify-owner'],
        ['mail', 'application_approved'],
      ]),
    );
    expect(found).not.toContainEqual(['task', 'review-dispatch/create-review']);
  });

  it('a certificate, whose own id has a name of its own in the log', async () => {
    const owner = await aResident(world);
    const entity = await aRepresentedEntity(world, owner);
    const request = await aRequest(world, entity.id, owner.standardKey);
    await payRequest(world, request, owner.standardKey);
    await world.settle();
    const payment = requestOf('payCertificateRequestWithVoucher');
    expect(linesOf(payment)).toContainEqual(['mail', 'certificate_issued']);
    expect(world.log.lines).toContainEqual(
      expect.objectContaining({
        message: 'task',
        fields: expect.objectContaining({
          task: 'certificate-issuance/issue-document',
          requestId: payment['requestId'],
          certificateRequestId: request.id,
        }),
      }),
    );
  });
});

it("the line of a call has the caller's network, never the address", async () => {
  await world.call('GET', '/health');
  const lines = world.log.lines.filter(({ message }) => message === 'request');
  expect(lines.map(({ fields }) => fields['network'])).toEqual(['127.0.0.0/24']);
  expect(JSON.stringify(world.log.lines)).not.toContain('127.0.0.1');
});

/** The last line of a call to the operation. */
function requestOf(operationId: string): LogFields {
  const line = world.log.lines.findLast(
    ({ message, fields }) => message === 'request' && fields['operationId'] === operationId,
  );
  if (line === undefined) throw new Error(`${operationId} was not called`);
  return line.fields;
}

/** What followed from a call: kinds of lines, and what each was about. */
function linesOf({ requestId }: LogFields) {
  return world.log.lines
    .filter(({ fields, message }) => fields['requestId'] === requestId && message !== 'request')
    .map(({ message, fields }) => [
      message,
      fields['task'] ?? fields['template'] ?? fields['type'],
    ]);
}
