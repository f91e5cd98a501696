import { describe, expect, it } from 'vitest';
import {
  anIssuedCertificate,
  aRepresentedEntity,
  aRequest,
  codeOf,
} from '../support/certificates.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();
const { admin } = operatorOf(world);
describe('npm run admin certificate-requests', () => {
  it('shows a request and cancels it, but only once', async () => {
    const owner = await aResident(world);
    const { id } = await aRepresentedEntity(world, owner);
    const request = await aRequest(world, id, owner.standardKey);
    expect(await admin(`certificate-requests show ${request.id}`)).toMatchObject({
      id: request.id,
      statusId: 'Pending Payment',
      verificationCode: null,
    });
    expect(
      await admin(`certificate-requests cancel ${request.id} --reason "By mistake" --yes`),
    ).toMatchObject({ id: request.id, statusId: 'Cancelled', invoice: { statusId: 'void' } });
    const again = await runInShell(
      { url: world.baseUrl },
      `certificate-requests cancel ${request.id} --yes`,
    );
    expect({ exitCode: again.exitCode, err: again.err }).toEqual({
      exitCode: 1,
      err: expect.stringContaining('certificate.not_open'),
    });
  });

  it('shows the verification code of an issued certificate', async () => {
    const { request } = await anIssuedCertificate(world);
    const { out } = await runInShell(
      { url: world.baseUrl },
      `certificate-requests show ${request.id}`,
    );
    expect(out).toContain(await codeOf(world, request.id));
  });
});
