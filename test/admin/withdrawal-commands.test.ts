import { expect, it } from 'vitest';
import { anIssuedCertificate } from '../support/certificates.ts';
import { useWorld } from '../support/use-world.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');
const reason = 'Issued with another address';

async function told(code: string) {
  const headers = { accept: 'application/json' };
  return (await world.call('GET', `/certificates/${code}`, { headers })).body;
}

it('npm run admin documents withdraw asks for confirmation', async () => {
  const { entity, request, code } = await anIssuedCertificate(world);
  const shell = { url: world.baseUrl };
  const line = `documents withdraw ${entity.id} ${request['documentId']} --reason "${reason}"`;
  expect(await runInShell({ ...shell, answer: 'n' }, line)).toMatchObject({ exitCode: 1 });
  expect(await told(code)).toMatchObject({ withdrawn: null });
  expect(await runInShell(shell, `${line} --yes`)).toMatchObject({ exitCode: 0 });
  expect(await told(code)).toMatchObject({
    withdrawn: { at: '2026-03-01T12:00:00.000Z', replacedBy: null },
  });
});
