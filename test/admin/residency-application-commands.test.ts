import { describe, expect, it } from 'vitest';
import { aResidencyDraft, aResidencySubmission } from '../support/applicants.ts';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();
const { admin } = operatorOf(world);
describe('npm run admin residency-applications', () => {
  it('shows an application to its reviewers', async () => {
    const { id, data } = await aResidencySubmission(world);
    expect(await admin(`residency-applications show ${id}`)).toMatchObject({
      id,
      statusId: 'Pending Review',
      personalDetails: { email: data.personalDetails.email },
      proofOfAddressSwornBy: 'Grace Hopper',
      verification: { status: 'approved' },
    });
  });

  it('records the result of a verification', async () => {
    const { id } = await aResidencyDraft(world);
    const verifiedAt = new Date(world.clock.now).toISOString();
    expect(await admin(`residency-applications verify ${id} --status approved`)).toEqual({
      applicationId: id,
      status: 'approved',
      verifiedAt,
    });
  });

  it('refuses a verification if the application has changed since it was read', async () => {
    const { id } = await aResidencyDraft(world);
    const command = `residency-applications verify ${id} --status approved --expected-version 1`;
    await admin(command);
    const { exitCode, err } = await runInShell({ url: world.baseUrl }, command);
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: expect.stringContaining('application.changed'),
    });
  });

  it('refuses to verify a submitted application, and gives the reason', async () => {
    const { id } = await aResidencySubmission(world);
    const { exitCode, err } = await runInShell(
      { url: world.baseUrl },
      `residency-applications verify ${id} --status declined`,
    );
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: expect.stringContaining('application.not_draft'),
    });
  });
});
