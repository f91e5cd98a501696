import { expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');
const { admin } = operatorOf(world);

/** Submits an application a minute after the last one. */
async function apply(fields: object): Promise<void> {
  world.clock.now += 60_000;
  const { status } = await world.call('POST', '/api/v1/visitor_pass_applications', {
    body: {
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@visitors.example',
      signature: 'Grace Hopper',
      consentToBackgroundCheck: true,
      referralSource: 'Harbour Fair',
      ...fields,
    },
  });
  expect(status).toBe(200);
}

it('visitor-passes list shows applications, newest first, and filters by source', async () => {
  await apply({});
  await apply({ email: 'ada@visitors.example', referralSource: 'Town Hall' });
  const ofFair = await admin('visitor-passes list --referral-source "harbour fair"');
  expect(ofFair).toMatchObject([{ email: 'grace@visitors.example', dateOfBirth: null }]);
  const shown = await runInShell({ url: world.baseUrl }, 'visitor-passes list');
  expect(shown.exitCode).toBe(0);
  expect(shown.out.split('\n').map((line) => line.trimEnd())).toEqual([
    expect.stringMatching(/^Applied +First name +Last name +E-mail +Source/),
    expect.stringMatching(/^2026-03-01 12:02Z +Grace +Hopper +ada@visitors\.example +Town Hall/),
    expect.stringMatching(/^2026-03-01 12:01Z +Grace +Hopper +grace@visitors\.example +Harbour/),
    '',
  ]);
});

it('visitor-passes export writes all pages as CSV without spreadsheet formulas', async () => {
  const source = 'Export';
  for (let count = 0; count < 102; count += 1) {
    await apply({ email: `visitor-${count}@visitors.example`, referralSource: source });
  }
  await apply({
    firstName: '=HYPERLINK("https://evil.example","x")',
    lastName: '+1,2',
    signature: '@SUM(A1) +1,2',
    email: '-dash@visitors.example',
    referralSource: source,
    dateOfBirth: '1990-12-09',
  });
  const { exitCode, out, err } = await runInShell(
    { url: world.baseUrl },
    `visitor-passes export --referral-source ${source}`,
  );
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  const lines = out.split('\r\n');
  expect(lines).toHaveLength(105);
  expect(lines[0]).toBe(
    '"id","createdAt","firstName","lastName","email","signature","referralSource","dateOfBirth"',
  );
  expect(lines[1]?.replace(/^"[0-9a-f-]{36}"/, 'id')).toBe(
    `id,"${new Date(world.clock.now).toISOString()}","'=HYPERLINK(""https://evil.example"",""x"")","'+1,2","'-dash@visitors.example","'@SUM(A1) +1,2","Export","1990-12-09"`,
  );
  expect(lines[103]).toContain('"visitor-0@visitors.example"');
  expect(lines[104]).toBe('');
  expect(await admin(`visitor-passes export --referral-source ${source}`)).toHaveLength(103);
});
