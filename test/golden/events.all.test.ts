import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toExecutionArn } from '../../local/engines/executions.ts';
import { workflowArns } from '../../local/workflows.ts';
import { type WorkflowName, workflowNames } from '../../shared/kernel/domain/outbox-queue.ts';
import { openWorkflows } from '../../shared/platform/aws/workflows.ts';
import { requestsPath } from '../support/certificates.ts';
import { choose } from '../support/checkout.ts';
import { reviewOf } from '../support/submissions.ts';
import type { World } from '../support/world.ts';
import executions from './1.0.0/executions.json' with { type: 'json' };
import handles from './1.0.0/handles.json' with { type: 'json' };
import { goldenItems, goldenWorld } from './golden-world.ts';

let world: World;

beforeAll(async () => {
  world = await goldenWorld({ without: ['delivery', 'sentEmail'] });
  await world.settle();
});
afterAll(() => world.stop());

const problems = () => world.log.lines.filter(({ level }) => level === 'error');

describe('the outbox of version 1.0.0', () => {
  it('is delivered by today’s function, all of it, and again', async () => {
    expect(problems()).toEqual([]);
    expect(world.mails.length).toBeGreaterThanOrEqual(
      goldenItems('event').filter(({ event }) => Object(event).type === 'mail.requested').length /
        2,
    );
  });

  it('brings what was submitted last to its review, and what was paid last to its certificate', async () => {
    const review = await reviewOf(world, handles.applications.undelivered.id);
    expect(review['status']).toBe('pending');
    const { id, entityId } = handles.certificates.undelivered;
    const path = `${requestsPath(entityId)}/${id}`;
    const { body } = await world.call('GET', path, { key: handles.owner.standardKey });
    expect(body).toMatchObject({ data: { statusId: 'Issued' } });
  });

  it('has one review of each submission, however often it is delivered', async () => {
    for (const { id, reviewId } of [
      handles.applications.waiting,
      handles.partner.waiting,
      handles.amendments.waiting,
    ]) {
      expect((await reviewOf(world, id)).id).toBe(reviewId);
    }
  });
});

describe('executions that version 1.0.0 started', () => {
  it('continue with today’s tasks', async () => {
    const workflows = openWorkflows(workflowArns);
    for (const { workflow, execution, input } of executions) {
      await workflows.start(nameOf(workflow), again(execution), given(input));
    }
    await world.settle();
    const client = new SFNClient({});
    const ended = executions.map(async ({ workflow, execution }) => {
      const executionArn = toExecutionArn(workflowArns[nameOf(workflow)], again(execution));
      const { status } = await client.send(new DescribeExecutionCommand({ executionArn }));
      return status;
    });
    expect(await Promise.all(ended)).toEqual(executions.map(() => 'SUCCEEDED'));
    expect(problems()).toEqual([]);
  });
});

function nameOf(workflow: string): WorkflowName {
  const name = workflowNames.find((known) => known === workflow);
  if (name === undefined) throw new Error(`there is no workflow ${workflow} any more`);
  return name;
}

/** The event's own fields: the file's type has those of all executions. */
function given(input: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
}

function again(execution: string): string {
  return `again-${execution}`;
}

describe('payments that were under way', () => {
  it('are made at the checkout that is open, and settle the invoice', async () => {
    const { checkout, paying } = handles.applications;
    const started = await choose(world, checkout.path, 'pay');
    expect(started).toEqual({
      status: 303,
      location: expect.stringContaining('/sandbox/payments/'),
    });
    expect(await choose(world, paying.payment.page, 'pay')).toEqual({
      status: 303,
      location: 'https://client.example/back?order=7&success=true',
    });
    await world.settle();
    const { body } = await world.admin('GET', `/invoices/${paying.invoiceId}`);
    expect(body).toMatchObject({ data: { statusId: 'paid' } });
  });
});
