import { afterAll, beforeAll, expect, it } from 'vitest';
import { inPayment, report } from '../support/checkout.ts';
import { aDraft } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { startWorld, type World } from '../support/world.ts';
import { operatorOf } from './operator.ts';
import { runInShell } from './shell.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('payments lists cases, takes one and closes it with a reason', async () => {
  const { admin, one } = operatorOf(world);
  expect(await admin('payments cases')).toEqual([]);
  const ada = await aResident(world);
  const draft = await aDraft(world, ada.standardKey);
  const { payment } = await inPayment(world, draft, ada.standardKey);
  await report(world, payment, { data: { amountCents: 100 } });
  const [listed] = (await admin('payments cases --status open')) as { id: string }[];
  const id = String(listed?.id);
  expect(listed).toMatchObject({ kind: 'amount', status: 'open', amountCents: 100, owner: null });
  const shell = { url: world.baseUrl };
  const early = await runInShell(shell, `payments close ${id} --reason Returned`);
  expect([early.exitCode, early.err]).toEqual([
    1,
    expect.stringContaining('The case is not assigned'),
  ]);
  expect(await one(`payments take ${id}`)).toMatchObject({ status: 'taken', id });
  expect(await admin('payments cases --status open')).toEqual([]);
  expect(await one(`payments close ${id} --reason Returned`)).toMatchObject({ status: 'closed' });
  expect(await one(`payments show ${id}`)).toMatchObject({ reason: 'Returned', status: 'closed' });
});
