import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLogoFile } from '../../shared/oauth/usecases/read-logo-file.ts';
import { aPng } from '../support/logos.ts';
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

/** A client application that is waiting for approval. */
async function waiting() {
  const { clientId } = await registerOnPage(browser);
  await browser.send(`${ownClientsPath}/${clientId}/ask`, {});
  return clientId;
}

it("npm run admin approves, suspends and reinstates a resident's client", async () => {
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

it('npm run admin rejects a client only with a reason and the revision that was read', async () => {
  const clientId = await waiting();
  const run = (line: string) => runInShell({ url: world.baseUrl }, line);
  expect(await run(`clients reject ${clientId} --revision 1`)).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('--reason'),
  });
  const late = await run(`clients reject ${clientId} --revision 0 --reason "No notice."`);
  expect(late).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('The client has changed. Read it again.'),
  });
  expect(
    await admin(`clients reject ${clientId} --revision 1 --reason "No notice."`),
  ).toMatchObject({ review: { state: 'rejected', reason: 'No notice.' } });
});

it("npm run admin sets a client's logo, saves it to a file, and removes it", async () => {
  const directory = mkdtempSync(join(tmpdir(), 'logos-'));
  const run = (line: string) => runInShell({ url: world.baseUrl }, line);
  try {
    const file = join(directory, 'logo.png');
    writeFileSync(file, aPng());
    const made = await admin(
      'clients create --name Harbour --redirect-uris https://app.example/cb --scopes openid',
    );
    const clientId = String(Object(made)['clientId']);
    const logo = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await admin(`clients set-logo ${clientId} ${file}`)).toMatchObject({ logo });
    expect(await run(`clients logos ${clientId} --into ${directory}`)).toMatchObject({
      exitCode: 0,
      out: `${join(directory, `${clientId}-current.png`)}: what users see now\n`,
    });
    expect(readLogoFile(readFileSync(join(directory, `${clientId}-current.png`)))).toMatchObject({
      side: 64,
    });
    expect(await admin(`clients clear-logo ${clientId}`)).toMatchObject({ logo: null });
    const owned = await waiting();
    expect(await run(`clients remove-logo ${owned} --reason "A bank’s."`)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('The client has no logo'),
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
});
