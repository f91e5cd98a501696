import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteMailReport } from '../../shared/mail/usecases/mail-addresses.ts';
import { asFunction } from '../support/caller.ts';
import { startWorld, type World } from '../support/world.ts';
import { operatorOf } from './operator.ts';
import { runInShell } from './shell.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  world.clock.now = Date.parse('2026-03-01T12:00:00Z');
});
afterAll(() => world.stop());

const at = '2026-03-01T11:59:00.000Z';
const about = (kind: 'bounced' | 'complained', email: string, cause: string) =>
  asFunction('functions/mail/note-reports.ts', () =>
    noteMailReport(
      { kind, recipients: [email], sentAt: at, at, cause, template: 'claim_link' },
      world.deps,
    ),
  );

it('mail lists suppressed addresses and lifts them, after a complaint only with --complaint', async () => {
  const { admin, one } = operatorOf(world);
  await about('bounced', 'grace@people.example', 'General');
  world.clock.now += 60_000;
  await about('complained', 'ada@people.example', 'abuse');
  const listed = [
    { email: 'ada@people.example', status: 'complained', complaintCause: 'abuse' },
    { email: 'grace@people.example', status: 'unrequested_bounced', bounceCause: 'General' },
  ];
  expect(await admin('mail suppressed')).toMatchObject(listed);
  expect(await one('mail unsuppress Grace@people.example')).toMatchObject({ status: 'open' });
  const shell = { url: world.baseUrl };
  const refused = await runInShell(shell, 'mail unsuppress ada@people.example');
  expect(refused.exitCode).toBe(1);
  expect(refused.err).toContain('To remove the block, send complaint: true.');
  await admin('mail unsuppress ada@people.example --complaint');
  expect(await admin('mail suppressed')).toEqual([]);
});

it('mail unsuppress requires the address as an argument', async () => {
  const shell = { url: world.baseUrl };
  const { exitCode, err } = await runInShell(shell, 'mail unsuppress');
  expect([exitCode, err]).toEqual([
    2,
    expect.stringContaining("missing required argument 'email'"),
  ]);
  const option = await runInShell(shell, 'mail unsuppress a@b.example --email c@d.example');
  expect(option.exitCode).toBe(2);
});
