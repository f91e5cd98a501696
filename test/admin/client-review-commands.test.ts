import { expect, it } from 'vitest';
import { ownClientsPath, registerOnPage } from '../support/own-clients.ts';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();
Object.assign(world.deps, { residentClients: true });
const { admin } = operatorOf(world);
const ada = await aResident(world);
const browser = await signedIn(world, ada.email);

/** An application that waits for approval. */
async function waiting() {
  const { clientId } = await registerOnPage(browser);
  await browser.send(`${ownClientsPath}/${clientId}/ask`, {});
  return clientId;
}

it('npm run admin approves, suspends and reinstates the application of a resident', async () => {
  const clientId = await waiting();
  const listed = await admin('clients list --state waiting');
  expect(listed).toMatchObject([{ clientId, review: { ownerId: ada.id, revision: 1 } }]);
  expect(await admin(`clients approve ${clientId} --revision 1`)).toMatchObject({
    clientId,
    review: { state: 'approved', revision: 2 },
  });
  expect(await admin(`clients suspend ${clientId} --reason "A bank." --yes`)).toMatchObject({
    active: false,
    review: { state: 'suspended', reason: 'A bank.' },
  });
  expect(await admin(`clients reinstate ${clientId}`)).toMatchObject({
    active: true,
    review: { state: 'test', reason: null },
  });
  expect(await admin('clients list --state waiting')).toEqual([]);
});

it('npm run admin rejects one, with a reason, and by the revision that was looked at', async () => {
  const clientId = await waiting();
  const run = (line: string) => runInShell({ url: world.baseUrl }, line);
  expect(await run(`clients reject ${clientId} --revision 1`)).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('--reason'),
  });
  const late = await run(`clients reject ${clientId} --revision 0 --reason "No notice."`);
  expect(late).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('The client has changed since it was looked at'),
  });
  expect(
    await admin(`clients reject ${clientId} --revision 1 --reason "No notice."`),
  ).toMatchObject({ review: { state: 'rejected', reason: 'No notice.' } });
});
