import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';
import { runInShell } from './shell.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** The command's output with `--json`, or its error. */
async function admin(line: string): Promise<unknown> {
  const { exitCode, out, err } = await runInShell({ url: world.baseUrl }, `${line} --json`);
  return exitCode === 0 ? JSON.parse(out).data : err;
}
const at = '2026-03-01T12:00:00.000Z';
const bodyOf = (id: string, event: unknown) => JSON.stringify({ id, createdAt: at, event });
const given = (queue: string, eventId: string | null, type: string | null, template = null) => ({
  queue,
  eventId,
  type,
  template,
  createdAt: eventId === null ? null : at,
  requestId: null,
});
const deadOf = async () => {
  const states = (await admin('outbox queues')) as { queue: string; dead: number }[];
  return Object.fromEntries(states.map(({ queue, dead }) => [queue, dead]));
};

it('outbox lists dead letters, returns them to their queues, and records the operator', async () => {
  const { queues, deadLetterUrls } = world.deps;
  await queues.send(deadLetterUrls.workflows, [
    bodyOf('one', { type: 'review.decided', reviewId: 'missing' }),
  ]);
  await queues.send(deadLetterUrls.mail, [
    bodyOf('two', {
      type: 'mail.requested',
      mail: { template: 'review_waiting', reviewId: 'gone' },
    }),
    bodyOf('three', {
      type: 'mail.requested',
      mail: { template: 'review_waiting', reviewId: 'gone' },
    }),
  ]);
  // An event of a later version, and Lambda's own message about a batch.
  await queues.send(deadLetterUrls.unrouted, [
    bodyOf('four', { type: 'nobody_knows' }),
    JSON.stringify({ DDBStreamBatchInfo: { shardId: 'x' } }),
    // An event that this version knows.
    bodyOf('five', { type: 'gateway_keys.obsolete', keyHashes: [] }),
  ]);
  expect(await deadOf()).toEqual({
    mail: 2,
    'gateway-keys': 0,
    workflows: 1,
    sandbox: 0,
    webhooks: 0,
    logouts: 0,
    unrouted: 3,
  });
  expect(await admin('outbox list --queue unrouted')).toEqual([
    given('unrouted', null, null),
    given('unrouted', 'four', 'nobody_knows'),
    given('unrouted', 'five', 'gateway_keys.obsolete'),
  ]);
  expect(await admin('outbox list')).toHaveLength(6);

  const done = { notRemoved: 0, complete: true };
  expect(await admin('outbox redrive --queue mail --event-id three')).toEqual({
    ...done,
    redriven: 1,
    remaining: 1,
  });
  expect(await admin('outbox list --queue mail')).toMatchObject([
    { eventId: 'two', type: 'mail.requested', template: 'review_waiting' },
  ]);
  world.clock.now += 1_000;
  expect(await admin('outbox redrive --queue mail')).toEqual({
    ...done,
    redriven: 1,
    remaining: 0,
  });
  world.clock.now += 1_000;
  expect(await admin('outbox redrive --queue unrouted')).toEqual({
    ...done,
    redriven: 1,
    remaining: 2,
  });
  await world.settle();
  expect(await deadOf()).toMatchObject({ mail: 0, workflows: 1, unrouted: 2 });

  const { body } = await world.admin('GET', '/audit?action=outbox.redriven');
  const { data } = body as { data: { subject: unknown; details: unknown }[] };
  expect(data.map(({ subject, details }) => ({ subject, details }))).toEqual([
    { subject: { type: 'queue', id: 'unrouted' }, details: { events: ['five'] } },
    { subject: { type: 'queue', id: 'mail' }, details: { events: ['two'] } },
    { subject: { type: 'queue', id: 'mail' }, details: { events: ['three'] } },
  ]);
  // Events that can't be delivered stay.
  expect(await admin('outbox redrive --queue unrouted')).toEqual({
    ...done,
    redriven: 0,
    remaining: 2,
  });
});

it('outbox refuses an unknown queue', async () => {
  expect(await admin('outbox list --queue letters')).toContain('--queue');
});

it('outbox discards one event, or a whole queue that is named twice, and records the reason', async () => {
  const { queues, deadLetterUrls } = world.deps;
  const of = (id: string) => bodyOf(id, { type: 'review.decided', reviewId: 'gone' });
  // Left by the previous test.
  await admin('outbox discard --everything --queue unrouted --confirm unrouted --reason leftovers');
  await admin(
    'outbox discard --everything --queue workflows --confirm workflows --reason leftovers',
  );
  world.clock.now += 1_000;
  await queues.send(deadLetterUrls.workflows, ['six', 'seven', 'eight'].map(of));
  await queues.send(deadLetterUrls.unrouted, ['no JSON at all', of('nine')]);
  const done = { notRemoved: 0, complete: true };
  const why = '--reason withdrawn';
  expect(await admin(`outbox discard --event-id seven ${why}`)).toEqual({
    ...done,
    discarded: 1,
    remaining: 4,
  });
  for (const [line, complaint] of [
    [`outbox discard ${why}`, 'Required, unless all of a queue are meant'],
    [`outbox discard --everything ${why}`, 'Required where all are meant'],
    [`outbox discard --everything --queue workflows ${why}`, 'Must be the name of the queue'],
    [
      `outbox discard --everything --queue workflows --confirm unrouted ${why}`,
      'Must be the name of the queue',
    ],
    [`outbox discard --everything --event-id six ${why}`, 'Either one event, or all of a queue'],
    ['outbox discard --event-id six', 'reason'],
    [`outbox discard --event-id seven ${why}`, 'Not found'],
    [`outbox discard --event-id six --queue mail ${why}`, 'Not found'],
  ] as const) {
    expect(await admin(line), line).toContain(complaint);
  }
  expect(await deadOf()).toMatchObject({ workflows: 2, unrouted: 2 });
  world.clock.now += 1_000;
  expect(
    await admin(`outbox discard --everything --queue unrouted --confirm unrouted ${why}`),
  ).toEqual({
    ...done,
    discarded: 2,
    remaining: 0,
  });
  expect(await deadOf()).toMatchObject({ workflows: 2, unrouted: 0 });
  const { body } = await world.admin('GET', '/audit?action=outbox.discarded&limit=2');
  const { data } = body as { data: { subject: unknown; details: unknown; reason: unknown }[] };
  const reasonId = expect.any(String);
  expect(data.map(({ subject, details, reason }) => ({ subject, details, reason }))).toEqual([
    {
      subject: { type: 'queue', id: 'unrouted' },
      details: { events: ['nine'], others: 1, reasonId },
      reason: 'withdrawn',
    },
    {
      subject: { type: 'queue', id: 'workflows' },
      details: { events: ['seven'], reasonId },
      reason: 'withdrawn',
    },
  ]);
});
