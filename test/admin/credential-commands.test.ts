import { expect, it } from 'vitest';
import { aStoredCredential, revocationOf } from '../support/issued-credentials.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();
const { admin } = operatorOf(world);

it("npm run admin credentials lists a person's credentials, and revokes one after confirmation", async () => {
  const { id: personId } = await aResident(world);
  const credential = await aStoredCredential(world, personId);
  expect(await admin(`credentials list --person-id ${personId}`)).toMatchObject([
    { id: credential.id, status: 'good' },
  ]);
  const line = `credentials revoke ${credential.id} --person-id ${personId} --reason "Another person"`;
  const shell = { url: world.baseUrl };
  expect(await runInShell({ ...shell, answer: 'n' }, line)).toMatchObject({ exitCode: 1 });
  expect(await revocationOf(world, credential)).toBe(null);
  expect(await admin(`${line} --yes`)).toMatchObject({
    id: credential.id,
    status: 'revoked',
    revokedReason: 'issued_in_error',
  });
  expect(await revocationOf(world, credential)).toBe('issued_in_error');
});
