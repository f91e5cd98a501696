import { expect, it } from 'vitest';
import { aFiler, aSubmittedFiling } from '../support/amendments.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');

async function statusOf(id: string) {
  const { body } = await world.admin('GET', `/legal_entities?status=annulled`);
  // The shape of a list.
  return (body as { data: { id: string; status: string }[] }).data.find((each) => each.id === id)
    ?.status;
}

it('npm run admin entities annul --plan needs no confirmation, and annulling asks for one', async () => {
  const { id } = await anEntity(world);
  const shell = { url: world.baseUrl };
  const line = `entities annul ${id} --reason-code duplicate --reason "Entered twice"`;
  const planned = await runInShell({ ...shell, answer: 'n' }, `${line} --plan`);
  expect(planned).toMatchObject({ exitCode: 0 });
  expect(await runInShell({ ...shell, answer: 'n' }, line)).toMatchObject({ exitCode: 1 });
  expect(await statusOf(id)).toBeUndefined();
  expect(await runInShell(shell, `${line} --yes`)).toMatchObject({ exitCode: 0 });
  expect(await statusOf(id)).toBe('annulled');
});

it('npm run admin amendments annul and residencies annul have the effects of their routes', async () => {
  const shell = { url: world.baseUrl };
  const because = '--reason-code ordered --reason "By order" --yes';
  const filer = await aFiler(world);
  const filing = await aSubmittedFiling(world, filer, { extension: 'LC' });
  await world.settle();
  await decideReview(world, (await reviewOf(world, filing)).id, { decision: 'approve' });
  await world.settle();
  expect(await runInShell(shell, `amendments annul ${filing} ${because}`)).toMatchObject({
    exitCode: 0,
  });
  expect((await world.admin('GET', `/legal_entities/${filer.entityId}`)).body).toMatchObject({
    data: { extension: 'LLC' },
  });
  const { id } = await aResident(world);
  const before = await world.admin('GET', `/persons/${id}`);
  // The shape of a person with a residency.
  const { residency } = (before.body as { data: { residency: { id: string } } }).data;
  expect(
    await runInShell(shell, `residencies annul ${id} ${residency.id} ${because}`),
  ).toMatchObject({
    exitCode: 0,
  });
  expect((await world.admin('GET', `/persons/${id}`)).body).toMatchObject({
    data: { residency: { active: false, annulment: { reasonCode: 'ordered' } } },
  });
});
