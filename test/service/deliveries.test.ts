import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueKey } from '../../shared/access/usecases/issue-key.ts';
import { registerPerson } from '../../shared/people/usecases/register-person.ts';
import { BeingDelivered } from '../../shared/platform/domain/consumer.ts';
import type { OutboxEvent, StoredEvent } from '../../shared/platform/domain/outbox-event.ts';
import { finishEvent } from '../../shared/platform/usecases/deliver-once.ts';
import { noon, operator } from '../support/core-deps.ts';
import { deliverEvent } from '../support/deliver-event.ts';
import { outboxDepsOn } from '../support/outbox-deps.ts';
import { nobody } from '../support/people.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { freshTable } from '../support/table.ts';
import { startWorld, type World } from '../support/world.ts';

describe('an event that is delivered again', () => {
  let deps: ReturnType<typeof outboxDepsOn>;
  let requested: StoredEvent;

  beforeEach(async () => {
    deps = outboxDepsOn(await freshTable());
    const { id: personId } = await registerPerson(
      { ...nobody, email: 'ada@example.com' },
      operator,
      deps,
    );
    const asked = { kind: 'standard', label: null, scopes: [], limits: null } as const;
    const { key } = await issueKey(personId, asked, operator, deps);
    const facts = { personId, keyId: key.id, byOperator: true, replaces: null };
    requested = event({ type: 'mail.requested', mail: { template: 'key_created', ...facts } });
  });
  const event = (of: OutboxEvent): StoredEvent => ({ id: 'event', createdAt: noon, event: of });
  const deliver = (given = deps) => deliverEvent(requested, given);
  const recipients = () => deps.mails.map(({ to }) => to);
  const ada = ['ada@example.com'];

  it('sends no second email, even a month later', async () => {
    await deliver();
    await deliver();
    deps.clock.now = '2026-03-30T12:00:00.000Z';
    await deliver();
    expect(recipients()).toEqual(ada);
  });

  it('fails while another copy is being delivered, and does nothing afterwards', async () => {
    const sending = Promise.withResolvers<void>();
    const slow = {
      ...deps,
      mailer: {
        send: async (message: (typeof deps.mails)[number]) => {
          await expect(deliver()).rejects.toThrow(BeingDelivered);
          sending.resolve();
          return deps.mailer.send(message);
        },
      },
    };
    await deliver(slow);
    await sending.promise;
    await deliver();
    expect(recipients()).toEqual(ada);
  });

  it('is delivered immediately after a failed attempt', async () => {
    const down = {
      ...deps,
      mailer: { send: () => Promise.reject(new Error('the mail service is down')) },
    };
    await expect(deliver(down)).rejects.toThrow('the mail service is down');
    await deliver();
    expect(recipients()).toEqual(ada);
  });

  it('is delivered 90 seconds after the previous attempt died', async () => {
    const sending = Promise.withResolvers<void>();
    const died = Promise.withResolvers<never>();
    const send = () => {
      sending.resolve();
      return died.promise;
    };
    const dying = deliver({ ...deps, mailer: { send } });
    await sending.promise;
    await expect(deliver()).rejects.toThrow(BeingDelivered);
    deps.clock.now = '2026-03-01T12:01:31.000Z';
    await deliver();
    expect(recipients()).toEqual(ada);
    died.reject(new Error('the end'));
    await expect(dying).rejects.toThrow('the end');
    await deliver();
    expect(recipients()).toEqual(ada);
  });

  it('starts no workflow that has finished, and restarts one that was interrupted', async () => {
    requested = event({ type: 'review.decided', reviewId: 'review' });
    await deliver();
    await deliver();
    expect(deps.executions).toHaveLength(2);
    await finishEvent('event', deps);
    await deliver();
    expect(deps.executions).toHaveLength(2);
  });
});

describe('a rebuilt service stack', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('reads the whole stream again without sending emails or starting workflows', async () => {
    const applicant = await anApplicant(world);
    const approved = await aSubmission(world, applicant);
    const rejected = await aSubmission(world, applicant, { name: 'Second Venture' });
    await world.settle();
    for (const [draft, verdict] of [
      [approved, { decision: 'approve' }],
      [rejected, { decision: 'reject', reason: 'No such street' }],
    ] as const) {
      const { id } = await reviewOf(world, draft.id);
      expect((await decideReview(world, id, verdict)).status).toBe(200);
    }
    await world.settle();
    expect(world.mails.length).toBeGreaterThan(4);

    const anew = world.builtAnew();
    await anew.settle();
    expect(anew.events.length).toBeGreaterThan(8);
    expect(anew.mails).toEqual([]);
    expect(await anew.executions()).toEqual([]);
    await anew.stop();
  });
});
