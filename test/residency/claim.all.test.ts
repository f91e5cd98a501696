import { beforeEach, describe, expect, it } from 'vitest';
import { findPersonByEmail } from '../../shared/people/db/people.ts';
import { findApplicantAccess } from '../../shared/residency/db/applicant-access.ts';
import { claimLinkLifetime } from '../../shared/residency/domain/claim-link.ts';
import { presentApplicantAccess } from '../../shared/residency/usecases/read-residency-application.ts';
import {
  aMailedDraft,
  anApprovedResident,
  aResidencyDraft,
  claim,
  mailedClaim,
  revised,
  stored,
  submitted,
} from '../support/applicants.ts';
import { outcomeOf, shownText, signedIn } from '../support/portal.ts';
import { created } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();
const over = 'This link is no longer valid';

const personOf = (email: string) => findPersonByEmail(world.table, email);

async function accessOf({ id }: { readonly id: string }, email: string) {
  return presentApplicantAccess(email, (await findApplicantAccess(world.table, [id])).get(id));
}

async function auditOf(id: string) {
  const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
  return (body as { data: { action: string; details: object }[] }).data;
}

describe('GET /claim/{token}', () => {
  it('changes nothing when opened repeatedly, and shows no personal details', async () => {
    const { application, path, email } = await aMailedDraft(world);
    for (let count = 0; count < 3; count += 1) {
      const answer = await visitor(world.baseUrl).open(path);
      expect(answer.status).toBe(200);
      expect(shownText(answer)).toContain('Open your account');
      expect(answer.text).not.toContain(email);
      expect(answer.text).not.toContain(application.data.personalDetails.surname);
    }
    expect(await personOf(email)).toBeNull();
    expect(outcomeOf((await claim(world, path)).answer)).toEqual({
      status: 303,
      location: '/portal',
    });
  });
});

describe('POST /claim/{token}', () => {
  it('creates the account, verifies the address and signs in', async () => {
    const { application, email, path } = await aMailedDraft(world);
    const { browser, answer } = await claim(world, path);
    expect(outcomeOf(answer)).toEqual({ status: 303, location: '/portal' });
    const person = await personOf(email);
    expect(person).toMatchObject({
      email,
      emailVerified: true,
      givenName: null,
      residentPermitNumber: null,
      residency: null,
      status: 'active',
    });
    const home = await browser.open('/portal');
    expect(home.status).toBe(200);
    expect(shownText(home)).toContain(email);
    expect(await accessOf(application, email)).toMatchObject({
      hasLoggedIn: true,
      lastLogin: now(),
      claimLinkSent: true,
    });
    const [entry] = await auditOf(person?.id ?? '');
    expect(entry).toMatchObject({
      action: 'person.claimed',
      actor: { kind: 'person', id: person?.id },
      details: { applicationId: application.id, created: true },
    });
    expect(JSON.stringify(entry)).not.toContain(email);
  });

  it('redirects to the question if the registry knows the account holder’s name', async () => {
    const { email } = await created(world, '/persons', {
      email: 'named@claim.example',
      surname: 'Hopper',
    });
    const application = await aResidencyDraft(
      world,
      { applicant: { email: String(email) } },
      { link: true },
    );
    const { answer } = await claim(world, await mailedClaim(world, String(email)));
    expect(outcomeOf(answer)).toEqual({
      status: 303,
      location: `/portal/residency-applications/${application.id}`,
    });
  });

  it('takes over an account created by operators that no one has signed in to', async () => {
    const { id } = await created(world, '/persons', { email: 'made@claim.example' });
    const application = await aResidencyDraft(
      world,
      { applicant: { email: 'Made@Claim.example' } },
      { link: true },
    );
    const { answer } = await claim(world, await mailedClaim(world, 'Made@Claim.example'));
    expect(answer.status).toBe(303);
    expect(await personOf('made@claim.example')).toMatchObject({ id, emailVerified: true });
    expect(await accessOf(application, 'Made@Claim.example')).toMatchObject({ hasLoggedIn: true });
  });

  it('records later sign-ins for the partner', async () => {
    const { application, email, path } = await aMailedDraft(world);
    await claim(world, path);
    world.clock.now += 3_600_000;
    await signedIn(world, email);
    expect(await accessOf(application, email)).toMatchObject({ lastLogin: now() });
  });

  it('signs the applicant in even if the sign-in can’t be recorded', async () => {
    const { application, email, path } = await aMailedDraft(world);
    await claim(world, path);
    const claimedAt = now();
    world.clock.now += 3_600_000;
    world.proxy.failNext({
      kind: 'throttle',
      times: 6,
      match: (body) => JSON.stringify(body).includes('APPLICANT_ACCESS'),
    });
    const browser = await signedIn(world, email);
    expect(world.proxy.pending()).toBe(0);
    expect((await browser.open('/portal')).status).toBe(200);
    expect(await accessOf(application, email)).toMatchObject({ lastLogin: claimedAt });
  });

  it('is refused without the CSRF token, and leaves the link usable', async () => {
    const { path, email } = await aMailedDraft(world);
    const browser = visitor(world.baseUrl);
    await browser.open(path);
    expect((await browser.send(path, {}, { csrf: null })).status).toBe(403);
    expect(await personOf(email)).toBeNull();
  });

  it.each(['a new account', 'an account that operators made'])(
    'succeeds once if sent ten times in parallel: %s',
    async (kind) => {
      const { path, email } = await aMailedDraft(world);
      if (kind !== 'a new account') await created(world, '/persons', { email });
      const browsers = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const browser = visitor(world.baseUrl);
          await browser.open(path);
          return browser;
        }),
      );
      const answers = await Promise.all(browsers.map((browser) => browser.send(path, {})));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(9).fill(404)]);
      const { body } = await world.admin('GET', `/audit?actorId=${(await personOf(email))?.id}`);
      expect(body).toMatchObject({ data: [{ action: 'person.claimed' }] });
    },
  );

  it('ends the browser’s previous session', async () => {
    await created(world, '/persons', { email: 'before@claim.example' });
    const browser = await signedIn(world, 'before@claim.example');
    const former = [...browser.cookies];
    const { path, email } = await aMailedDraft(world);
    await browser.open(path);
    await browser.send(path, {});
    expect(shownText(await browser.open('/portal'))).toContain(email);
    const old = visitor(world.baseUrl);
    for (const [name, value] of former) old.cookies.set(name, value);
    expect((await old.open('/portal')).status).toBe(303);
  });
});

describe('an invalid claim link', () => {
  const links: readonly [string, () => Promise<string>][] = [
    ['unknown', async () => `/claim/${'A'.repeat(43)}`],
    [
      'used',
      async () => {
        const { path } = await aMailedDraft(world);
        await claim(world, path);
        return path;
      },
    ],
    [
      'expired after a day',
      async () => {
        const { path } = await aMailedDraft(world);
        world.clock.now += claimLinkLifetime;
        return path;
      },
    ],
    [
      'for an address that was changed since',
      async () => {
        const { application, path } = await aMailedDraft(world);
        await revised(world, application, { email: `new-${application.id}@claim.example` });
        return path;
      },
    ],
    [
      'for an account that was signed in to another way',
      async () => {
        const { email, path } = await aMailedDraft(world);
        await created(world, '/persons', { email });
        await signedIn(world, email);
        return path;
      },
    ],
    [
      'for a deactivated account',
      async () => {
        const { email, path } = await aMailedDraft(world);
        const { id } = await created(world, '/persons', { email });
        await world.admin('POST', `/persons/${id}/deactivate`);
        return path;
      },
    ],
  ];

  it.each(links)('that is %s leads to the sign-in page, and signs no one in', async (_, make) => {
    const path = await make();
    const opened = await visitor(world.baseUrl).open(path);
    const browser = visitor(world.baseUrl);
    // A page with a form gives this browser its CSRF token.
    await browser.open('/portal/sign-in');
    const sent = await browser.send(path, {});
    for (const answer of [opened, sent]) {
      expect(answer.status).toBe(404);
      expect(shownText(answer)).toContain(over);
      expect(answer.text).toContain('href="/portal/sign-in"');
      expect(answer.headers.getSetCookie().join()).not.toContain('registry_session');
    }
  });

  it('looks the same for every reason', async () => {
    const texts: string[] = [];
    for (const [, make] of links) {
      const path = await make();
      const { text } = await visitor(world.baseUrl).open(path);
      // The return path in the language links.
      texts.push(text.replaceAll(encodeURIComponent(path), ''));
    }
    expect(new Set(texts).size).toBe(1);
  });

  it('is still valid in the last millisecond of its 24 hours', async () => {
    const { path } = await aMailedDraft(world);
    world.clock.now += claimLinkLifetime - 1;
    expect((await claim(world, path)).answer.status).toBe(303);
  });
});

describe('an objection with the claim link', () => {
  const object = async (path: string) => {
    const browser = visitor(world.baseUrl);
    await browser.open(path);
    return browser.send(path, { decision: 'object' });
  };

  it('rejects the application, opens no account, uses up the link and is counted', async () => {
    const { id: integrationId } = await created(world, '/partner_integrations', { name: 'Acme' });
    const application = await aResidencyDraft(world, { integrationId }, { link: true });
    const { email } = application.data.personalDetails;
    const path = await mailedClaim(world, email);
    const answer = await object(path);
    expect(answer.status).toBe(200);
    expect(shownText(answer)).toContain('You have objected');
    expect(answer.headers.getSetCookie().join()).not.toContain('registry_session');
    expect(await stored(world, application.id)).toMatchObject({
      statusId: 'Rejected',
      version: 2,
      rejectedReason: 'The person at this e-mail address has objected to the application.',
      objectedAt: now(),
    });
    expect(await personOf(email)).toBeNull();
    const { body } = await world.admin('GET', `/partner_integrations/${integrationId}`);
    expect(body).toMatchObject({ data: { objections: 1 } });
    expect(await auditOf(application.id)).toMatchObject([
      {
        action: 'residency_application.objected',
        actor: { kind: 'system' },
        details: {
          integrationId,
          by: 'claim_link',
          previousStatus: 'Draft',
          paidInvoiceId: expect.any(String),
        },
      },
    ]);
    expect((await visitor(world.baseUrl).open(path)).status).toBe(404);
  });

  it('excludes a claim: of ten parallel objections and claims, one succeeds', async () => {
    const { path, email, application } = await aMailedDraft(world);
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, count) => {
        const browser = visitor(world.baseUrl);
        await browser.open(path);
        return browser.send(path, { decision: count % 2 === 0 ? 'object' : 'open' });
      }),
    );
    const done = answers.map(({ status }) => status).filter((status) => status !== 404);
    expect(done).toHaveLength(1);
    const objected = (await stored(world, application.id)).objectedAt !== undefined;
    expect(done).toEqual([objected ? 200 : 303]);
    expect((await personOf(email)) === null).toBe(objected);
  });
});

async function approve({ id }: { readonly id: string }): Promise<void> {
  await world.settle();
  await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
  await world.settle();
}

describe('an account and the approval', () => {
  it('belong to the same person, in either order', async () => {
    const claimed = await aMailedDraft(world);
    await claim(world, claimed.path);
    const account = await personOf(claimed.email);
    await submitted(world, claimed.application);
    await approve(claimed.application);
    const approved = await stored(world, claimed.application.id);
    expect(approved.personId).toBe(account?.id);
    expect(await personOf(claimed.email)).toMatchObject({
      emailVerified: true,
      givenName: 'Grace',
      residentPermitNumber: approved.residentPermitNumber,
    });

    const later = await aMailedDraft(world);
    const resident = await anApprovedResident(world, { applicant: { email: later.email } });
    const { answer } = await claim(world, later.path);
    expect(answer.status).toBe(303);
    expect(await personOf(later.email)).toMatchObject({
      id: resident.personId,
      emailVerified: true,
    });
  });

  it('belong to the same person if they happen in parallel', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { path, email, application } = await aMailedDraft(world);
      const { id } = await submitted(world, application);
      await world.settle();
      await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
      const [{ answer }] = await Promise.all([claim(world, path), world.settle()]);
      expect(answer.status).toBe(303);
      const person = await personOf(email);
      expect(await stored(world, id)).toMatchObject({ statusId: 'Approved', personId: person?.id });
      expect(person).toMatchObject({ emailVerified: true, givenName: 'Grace' });
    }
  });
});
