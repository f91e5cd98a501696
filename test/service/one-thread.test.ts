import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LogFields } from '../../shared/kernel/aws/log.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { aDraft, aVoucher, pay } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { startWorld, type World } from '../support/world.ts';

/** Everything that a call triggers can be found in the logs by the call's request id. */
let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.log.lines.length = 0;
});

describe('the request id of a call leads to', () => {
  it('the email that it triggered', async () => {
    const { agentKey } = await anApplicant(world);
    await world.settle();
    world.log.lines.length = 0;
    await pay(world, await aDraft(world, agentKey), await aVoucher(world));
    await world.settle();
    const payment = requestOf('payLegalEntityApplicationWithVoucher');
    expect(linesOf(payment)).toEqual(
      expect.arrayContaining([
        ['event', 'mail.requested'],
        ['mail', 'agent_payment'],
      ]),
    );
  });

  it('the workflow that it started, with all tasks and the email to the reviewers', async () => {
    // The first case in an hour: reviewers are notified immediately.
    world.clock.now += 3_600_000;
    await aSubmission(world, await anApplicant(world));
    await world.settle();
    expect(linesOf(requestOf('payLegalEntityApplicationWithVoucher'))).toEqual(
      expect.arrayContaining([
        ['event', 'review.requested'],
        ['task', 'review-dispatch/create-review'],
        ['task', 'review-dispatch/notify-reviewers'],
        ['task', 'review-dispatch/mark-dispatched'],
        ['mail', 'review_waiting'],
      ]),
    );
  });

  it('a decision with its documents, without the earlier submission', async () => {
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

  it('a certificate, whose id has its own field in the log', async () => {
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

it("a log line with the caller's network, without the full address", async () => {
  await world.call('GET', '/health');
  const lines = world.log.lines.filter(({ message }) => message === 'request');
  expect(lines.map(({ fields }) => fields['network'])).toEqual(['127.0.0.0/24']);
  expect(JSON.stringify(world.log.lines)).not.toContain('127.0.0.1');
});

/** The last log line of a call to the operation. */
function requestOf(operationId: string): LogFields {
  const line = world.log.lines.findLast(
    ({ message, fields }) => message === 'request' && fields['operationId'] === operationId,
  );
  if (line === undefined) throw new Error(`${operationId} was not called`);
  return line.fields;
}

/** What a call triggered: the kinds of log lines, and their subjects. */
function linesOf({ requestId }: LogFields) {
  return world.log.lines
    .filter(({ fields, message }) => fields['requestId'] === requestId && message !== 'request')
    .map(({ message, fields }) => [
      message,
      fields['task'] ?? fields['template'] ?? fields['type'],
    ]);
}
