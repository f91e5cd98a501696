import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';
import { runInShell } from './shell.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  world.clock.now = Date.parse('2026-03-01T12:00:00Z');
});
afterAll(() => world.stop());
beforeEach(() => {
  world.stage.variables = {};
});

const streamReaders = (state: string) =>
  ['outbox-route', 'evidence-copy'].map((name) => ({ function: `registry-test-${name}`, state }));
const off = {
  ...{ on: false, since: null, reason: null, retryAfterSeconds: null },
  streamReaders: streamReaders('Enabled'),
};

/** The command's output with `--json`, or its error. */
async function admin(line: string): Promise<unknown> {
  const { exitCode, out, err } = await runInShell({ url: world.baseUrl }, `${line} --json`);
  return exitCode === 0 ? JSON.parse(out).data : err;
}

async function trail(): Promise<unknown> {
  const { body } = await world.admin('GET', '/audit?subjectId=test&limit=2');
  const { data } = body as { readonly data: readonly Readonly<Record<string, unknown>>[] };
  return data.map(({ action, actor, details, reason }) => ({ action, actor, details, reason }));
}

it('maintenance is switched on and off with a reason, and recorded', async () => {
  expect(await admin('maintenance status')).toEqual(off);
  const switched = {
    on: true,
    since: '2026-03-01T12:00:00.000Z',
    reason: 'Tisch räumen, „sofort“',
    retryAfterSeconds: 900,
    streamReaders: streamReaders('Enabled'),
  };
  expect(
    await admin(`maintenance on --reason '${switched.reason}' --retry-after-seconds 900`),
  ).toEqual(switched);
  expect(await admin('maintenance status')).toEqual(switched);

  world.clock.now += 60_000;
  expect(await admin('maintenance on --reason "takes longer"')).toEqual({
    ...switched,
    reason: 'takes longer',
    retryAfterSeconds: 600,
  });
  world.clock.now += 60_000;
  world.streamReaders.states = streamReaders('Disabled');
  expect(await admin('maintenance status')).toMatchObject({
    streamReaders: streamReaders('Disabled'),
  });
  // Stream readers that the runbook disabled for a restore are enabled again.
  const enabling = { ...off, streamReaders: streamReaders('Enabling') };
  expect(await admin('maintenance off --reason done')).toEqual(enabling);
  world.streamReaders.states = streamReaders('Enabled');
  expect(await admin('maintenance status')).toEqual(off);
  const actor = { kind: 'operator', id: 'arn:aws:iam::000000000000:user/local', personId: null };
  const reasonId = expect.any(String);
  expect(await trail()).toEqual([
    { action: 'maintenance.ended', actor, details: { reasonId }, reason: 'done' },
    {
      action: 'maintenance.started',
      actor,
      details: { reasonId, retryAfterSeconds: 600 },
      reason: 'takes longer',
    },
  ]);
});

it('the longest maintenance reason fits into a stage variable', async () => {
  const { status } = await world.admin('PUT', '/maintenance', {
    on: true,
    reason: '語'.repeat(120),
  });
  expect(status).toBe(200);
  const { maintenanceReason = '' } = world.stage.variables;
  expect(maintenanceReason).toMatch(/^[A-Za-z0-9\-._~:/?#&=,]{1,512}$/);
});

it('maintenance is not switched without an audit entry', async () => {
  world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'throttle', times: 12 });
  const { status } = await world.admin('PUT', '/maintenance', { reason: 'restore' });
  world.proxy.disarm();
  expect({ status, variables: world.stage.variables }).toEqual({ status: 503, variables: {} });
});

it('maintenance status shows what is known after a manual switch', async () => {
  world.stage.variables = { maintenance: '300' };
  expect(await admin('maintenance status')).toEqual({
    on: true,
    since: null,
    reason: null,
    retryAfterSeconds: 300,
    streamReaders: streamReaders('Enabled'),
  });
});

it('switching maintenance requires a reason', async () => {
  expect(await admin('maintenance on')).toContain('missing: --reason');
  const { status } = await world.admin('POST', '/maintenance/end', {});
  expect(status).toBe(400);
});

it('an operator can write during maintenance with --during-maintenance', async () => {
  await admin('maintenance on --reason restore');
  const reserve = 'reserved-names add --name "Harbour Works"';
  expect(await admin(reserve)).toContain('(503, service.maintenance)');
  expect(await admin(`${reserve} --during-maintenance`)).toMatchObject({ name: 'Harbour Works' });
});
