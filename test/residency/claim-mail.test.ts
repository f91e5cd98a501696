import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { findApplicantAccess } from '../../shared/residency/db/applicant-access.ts';
import { presentApplicantAccess } from '../../shared/residency/usecases/read-residency-application.ts';
import { aMailedDraft, aResidencyDraft, mailedClaim } from '../support/applicants.ts';
import { signedIn } from '../support/portal.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();

async function accessOf({ id }: { readonly id: string }, email: string) {
  return presentApplicantAccess(email, (await findApplicantAccess(world.table, [id])).get(id));
}

describe('the email with the claim link', () => {
  it('links to the application of its recipient, and contains only the partner’s name from the partner', async () => {
    const { id: integrationId } = await created(world, '/partner_integrations', { name: 'Acme' });
    const application = await aResidencyDraft(
      world,
      { integrationId, applicant: { givenName: 'http://evil.example' } },
      { link: true },
    );
    const { email } = application.data.personalDetails;
    const path = await mailedClaim(world, email);
    const [mail, ...more] = world.mails.filter(
      ({ to, template }) => to === email && template === 'claim_link',
    );
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Open your account to follow your application for residency');
    expect(mail?.text).toContain('through Acme.');
    expect(mail?.text).toContain(`${world.baseUrl}${path}`);
    expect(mail?.text).not.toContain('evil');
    expect(await accessOf(application, email)).toEqual({
      email,
      hasLoggedIn: false,
      lastLogin: null,
      claimLinkSent: true,
      claimLinkSentAt: now(),
    });
  });

  it('asks the holder of an account in use to confirm, and contains no claim link', async () => {
    const { id: integrationId } = await created(world, '/partner_integrations', { name: 'Acme' });
    const { email } = await created(world, '/persons', { email: 'known@claim.example' });
    await signedIn(world, 'known@claim.example');
    const { id } = await aResidencyDraft(
      world,
      { integrationId, applicant: { email: String(email), givenName: 'http://evil.example' } },
      { link: true },
    );
    await world.settle();
    const mail = world.mails.findLast(({ to }) => to === email);
    expect(mail?.subject).toBe('Is this your application for residency?');
    expect(mail?.text).toContain('through Acme.');
    expect(mail?.text).toContain(`${world.baseUrl}/portal/residency-applications/${id}`);
    expect(mail?.text).not.toContain('/claim/');
    expect(mail?.text).not.toContain('evil');
  });

  it('warns the address of a deactivated account, and contains no link', async () => {
    const { id, email } = await created(world, '/persons', { email: 'gone@claim.example' });
    await world.admin('POST', `/persons/${id}/deactivate`);
    await aResidencyDraft(world, { applicant: { email: String(email) } }, { link: true });
    await world.settle();
    const [mail, ...more] = world.mails.filter(
      ({ to, template }) => to === email && template === 'claim_link',
    );
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Someone applied for residency with your email address');
    expect(mail?.text).not.toContain('http');
  });

  it('is sent at most ten times a day to one address per integration', async () => {
    const email = 'flooded@claim.example';
    const [integrationId, other] = [randomUUID(), randomUUID()];
    for (let count = 0; count < 12; count += 1) {
      await aResidencyDraft(world, { integrationId, applicant: { email } }, { link: true });
    }
    await world.settle();
    expect(world.mails.filter(({ to }) => to === email)).toHaveLength(10);
    await aResidencyDraft(world, { integrationId: other, applicant: { email } }, { link: true });
    await world.settle();
    expect(world.mails.filter(({ to }) => to === email)).toHaveLength(11);
  });

  it('has a link of which only the digest is stored', async () => {
    const { path } = await aMailedDraft(world);
    const token = path.split('/').at(-1) ?? '';
    const item = await getItem(world.table, keys.claimLink(token));
    expect(JSON.stringify(item)).not.toContain(token);
    expect(item).toMatchObject({
      usedAt: null,
      expiresAt: expect.any(String),
      ttl: expect.any(Number),
    });
  });
});
