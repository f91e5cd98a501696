import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { type SqsEngine, startSqs } from '../../local/engines/sqs.ts';
import { outboxQueueSettings, queueUrls } from '../../local/outbox-queues.ts';
import { openQueues } from '../../shared/platform/aws/queues.ts';
import { listAudit } from '../../shared/platform/usecases/audit.ts';
import {
  type DeadLetterDeps,
  listDeadLetters,
} from '../../shared/platform/usecases/dead-letters.ts';
import {
  discardDeadLetters,
  redriveDeadLetters,
} from '../../shared/platform/usecases/redrive-dead-letters.ts';
import { depsOn, noon, operator } from '../support/core-deps.ts';
import { freshTable } from '../support/table.ts';

let sqs: SqsEngine;
let deps: DeadLetterDeps & ReturnType<typeof depsOn>;
let proxy: Awaited<ReturnType<typeof freshTable>>['proxy'];

beforeEach(async () => {
  sqs = await startSqs({ queues: outboxQueueSettings });
  const queues = openQueues({ ...localAws, endpoint: sqs.endpoint });
  const table = await freshTable();
  ({ proxy } = table);
  deps = { ...depsOn(table), queues, ...queueUrls(sqs) };
});
afterEach(() => sqs.stop());

const ids = (count: number) => Array.from({ length: count }, (_, index) => `event-${index}`);
const giveUp = (...events: readonly string[]) =>
  deps.queues.send(
    deps.deadLetterUrls.mail,
    events.map((id) =>
      JSON.stringify({
        id,
        createdAt: noon,
        event: { type: 'mail.requested', mail: { template: 'review_waiting', reviewId: 'r' } },
      }),
    ),
  );
const idsIn = (queue: string) => sqs.bodies(queue).map((body) => JSON.parse(body).id);
const recorded = async (action: string) => {
  const { items } = await listAudit({ limit: 100, action }, deps);
  return items.map(({ details }) => Object(details).events);
};

describe('three hundred dead letters', () => {
  beforeEach(async () => {
    await giveUp(...ids(300));
  });

  it('can be listed without removing any', async () => {
    const { letters, complete } = await listDeadLetters('mail', deps);
    expect([letters.length, complete]).toEqual([300, true]);
    expect((await listDeadLetters('mail', deps)).letters).toHaveLength(300);
  });

  it('can be redriven one by one, by event id', async () => {
    expect(await redriveDeadLetters({ eventId: 'event-299' }, operator, deps)).toEqual({
      redriven: 1,
      notRemoved: 0,
      remaining: 299,
      complete: true,
    });
    expect(idsIn('mail')).toEqual(['event-299']);
    expect(await recorded('outbox.redriven')).toEqual([['event-299']]);
  });

  it('are redriven together, and each is recorded', async () => {
    expect(await redriveDeadLetters({}, operator, deps)).toMatchObject({
      redriven: 300,
      remaining: 0,
    });
    expect(idsIn('mail').toSorted()).toEqual(ids(300).toSorted());
    expect((await recorded('outbox.redriven')).flat().toSorted()).toEqual(ids(300).toSorted());
  });

  it('are searched for a limited time, and the result says if the search was incomplete', async () => {
    const hurried = { ...deps, searchTime: 0 };
    const { letters, complete } = await listDeadLetters('mail', hurried);
    expect([letters.length, complete]).toEqual([10, false]);
    expect(await redriveDeadLetters({ eventId: 'event-299' }, operator, hurried)).toEqual({
      redriven: 0,
      notRemoved: 0,
      remaining: 300,
      complete: false,
    });
    // The answer is not "no such message", because the search was incomplete.
    const input = { eventId: 'event-299', reason: 'gone' };
    expect(await discardDeadLetters(input, operator, hurried)).toMatchObject({
      discarded: 0,
      complete: false,
    });
  });
});

describe('a redrive', () => {
  it("sends nothing if it can't be recorded", async () => {
    await giveUp('one');
    // The table fails, so nothing may be sent.
    proxy.failNext({ operation: 'TransactWriteItems', kind: 'internal', times: 3 });
    await expect(redriveDeadLetters({}, operator, deps)).rejects.toThrow();
    expect([idsIn('mail'), idsIn('mail-dead')]).toEqual([[], ['one']]);
  });

  it('loses no message if it stops after the record', async () => {
    await giveUp('one');
    const queues = { ...deps.queues, send: () => Promise.reject(new Error('the end')) };
    expect(await redriveDeadLetters({}, operator, { ...deps, queues })).toMatchObject({
      redriven: 0,
      remaining: 1,
    });
    expect(await recorded('outbox.redriven')).toEqual([['one']]);
    expect(await redriveDeadLetters({}, operator, deps)).toMatchObject({
      redriven: 1,
      remaining: 0,
    });
  });

  it('reports messages that SQS did not delete, and their second delivery has no effect', async () => {
    await giveUp('one', 'two', 'three');
    const { remove } = deps.queues;
    const queues = {
      ...deps.queues,
      remove: async (url: string, receipts: readonly string[]) => {
        await remove(url, receipts.slice(1));
        return [0];
      },
    };
    expect(await redriveDeadLetters({}, operator, { ...deps, queues })).toEqual({
      redriven: 3,
      notRemoved: 1,
      remaining: 1,
      complete: true,
    });
    expect(deps.log.lines).toMatchObject([
      { message: 'a dead letter was not removed', fields: { queue: 'mail', eventId: 'one' } },
    ]);
  });

  it('has sent the messages even if no deletion succeeds, and reports this', async () => {
    await giveUp('one', 'two');
    const queues = { ...deps.queues, remove: () => Promise.reject(new Error('SQS is away')) };
    expect(await redriveDeadLetters({}, operator, { ...deps, queues })).toMatchObject({
      redriven: 2,
      notRemoved: 2,
    });
    expect(idsIn('mail')).toEqual(['one', 'two']);
  });
});

describe('queues', () => {
  it('report which messages SQS did not delete', async () => {
    const failing = await startSqs({ queues: outboxQueueSettings, undeletable: ['event-12'] });
    try {
      const queues = openQueues({ ...localAws, endpoint: failing.endpoint });
      const url = queueUrls(failing).queueUrls.mail;
      await queues.send(url, ids(25));
      const receipts: string[] = [];
      for (let batch = 0; batch < 3; batch += 1) {
        receipts.push(...(await queues.receive(url, 20)).map(({ receipt }) => receipt));
      }
      expect(await queues.remove(url, receipts)).toEqual([12]);
      expect(failing.bodies('mail')).toEqual(['event-12']);
    } finally {
      await failing.stop();
    }
  });
});
