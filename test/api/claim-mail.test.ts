import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findApplicantAccess } from '../../shared/db/applicant-access.ts';
import { keys } from '../../shared/db/keys.ts';
import { getItem } from '../../shared/db/table.ts';
import { presentApplicantAccess } from '../../shared/usecases/present-applicant-access.ts';
import { aMailedDraft, aResidencyDraft, mailedClaim } from '../support/applicants.ts';
import { signedIn } from '../support/portal.ts';
import { created } from '../support/registry.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();

async function accessOf({ id }: { readonly id: string }, email: string) {
  return presentApplicantAccess(email, (await findApplicantAccess(world.table, [id])).get(id));
}

describe('the mail with the link that claims an account', () => {
  it('holds a link for the address of the application, and nothing that the partner chose but its own name', async () => {
    const { id: integrationId } = await created(world, '/partner_integrations', { name: 'Acme' });
    const application = await aResidencyDraft(
      world,
      { integrationId, applicant: { givenName: 'http://evil.example' } },
      { link: true },
    );
    const { email } = application.data.personalDetails;
    const path = await mailedClaim(world, email);
    const [mail, ...more] = world.mails.filter(({ to }) => to === email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Open your account: application for residency');
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

  it('is not sent to an account that somebody has signed in to, nor to a deactivated one', async () => {
    const known = await created(world, '/persons', { email: 'known@claim.example' });
    await signedIn(world, 'known@claim.example');
    const gone = await created(world, '/persons', { email: 'gone@claim.example' });
    await world.admin('POST', `/persons/${gone.id}/deactivate`);
    for (const { email } of [known, gone]) {
      const before = world.mails.filter(({ to }) => to === email).length;
      await aResidencyDraft(world, { applicant: { email: String(email) } }, { link: true });
      await world.settle();
      expect(world.mails.filter(({ to }) => to === email)).toHaveLength(before);
    }
  });

  it('comes at most ten times a day to one address', async () => {
    const email = 'flooded@claim.example';
    for (let count = 0; count < 12; count += 1) {
      await aResidencyDraft(world, { applicant: { email } }, { link: true });
    }
    await world.settle();
    expect(world.mails.filter(({ to }) => to === email)).toHaveLength(10);
  });

  it('stores no link, only its digest', async () => {
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
