import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatDay } from '../../shared/kernel/pages/format-dates.ts';
import type { StoredResidencyApplication } from '../../shared/residency/db/residency-applications.ts';
import { appliedResidencies } from '../../shared/residency/domain/residency-application-state.ts';
import { textInForce } from '../support/agreements.ts';
import {
  anApprovedResident,
  aResidencyDraft,
  aResidencySubmission,
  revised,
  stored,
} from '../support/applicants.ts';
import { aPartner, applicationData, partnerCalls, seen, sworn } from '../support/partners.ts';
import { outcomeOf, shownText } from '../support/portal.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();
const unknownLink = `/agreements/${'A'.repeat(43)}`;
const fields = { signerName: '  Grace B. Hopper ', agree: 'yes' };
const linkOf = ({ agreement }: StoredResidencyApplication) => `/agreements/${agreement.token}`;
const open = (path: string) => visitor(world.baseUrl).open(path);

/** Opens the link and sends the form. */
async function sign(path: string, sent: Readonly<Record<string, string>> = fields) {
  const context = visitor(world.baseUrl);
  await context.open(path);
  return context.send(path, sent);
}

/** A draft whose integration may redirect to this URL. */
async function aDraftThatLeadsTo(redirectUrl: string) {
  const { id } = await created(world, '/partner_integrations', {
    name: 'Harbour Partners',
    redirectOrigins: [new URL(redirectUrl).origin],
  });
  return aResidencyDraft(world, { redirectUrl, integrationId: id });
}

describe('GET /agreements/{token}', () => {
  it.each(appliedResidencies)(
    'shows the applicant, the whole agreement and the form: %s',
    async (residencyType) => {
      const application = await aResidencyDraft(world, { residencyType });
      const { version, title, text } = textInForce(residencyType);
      const answer = await open(linkOf(application));
      expect(answer.status).toBe(200);
      const read = shownText(answer);
      const { givenName, surname } = application.data.personalDetails;
      for (const shown of [
        `${givenName} ${surname}`,
        title,
        version,
        createHash('sha256').update(text).digest('hex'),
        ...text.split('\n\n').map((clause) => clause.split('. ').at(-1) ?? ''),
      ]) {
        expect(read).toContain(shown);
      }
      expect(answer.text.match(/name="(signerName|agree|csrf)"/g)).toEqual([
        'name="csrf"',
        'name="signerName"',
        'name="agree"',
      ]);
      const { email, dateOfBirth, phoneNumber } = application.data.personalDetails;
      const born = formatDay(dateOfBirth);
      const declared = [email, born, phoneNumber, '1 Navy Yard', 'United States, Honduras'];
      for (const shown of declared) expect(read).toContain(shown);
      // Personal details are hidden from anyone with the link once it is signed.
      await sign(linkOf(application));
      const signed = shownText(await open(linkOf(application)));
      expect(signed).toContain(`${givenName} ${surname}`);
      for (const hidden of declared) expect(signed).not.toContain(hidden);
    },
  );

  it('escapes hostile personal details', async () => {
    const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(2)>`;
    const application = await aResidencyDraft(world, { applicant: { givenName: hostile } });
    const { text } = await open(linkOf(application));
    expect(text).not.toMatch(/<script|<img/);
  });

  it('allows form redirects to the partner’s origin, and no other', async () => {
    const application = await aDraftThatLeadsTo('https://client.example:8443/x?y=1');
    const { headers } = await open(linkOf(application));
    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' https://client.example:8443;",
    );
  });

  it('returns 404 for an unknown link', async () => {
    expect((await open(unknownLink)).status).toBe(404);
    expect((await open('/agreements/short')).status).toBe(404);
  });

  it('shows only that there is a newer link if the application was changed', async () => {
    const application = await aResidencyDraft(world);
    await revised(world, application, { phoneNumber: '+504 5550 0199' });
    const answer = await open(linkOf(application));
    expect(answer.status).toBe(410);
    expect(shownText(answer)).toContain('There is a newer link');
    expect(shownText(answer)).toContain('No one signed with this link.');
    const { givenName, surname, email } = application.data.personalDetails;
    for (const hidden of [givenName, surname, email]) expect(answer.text).not.toContain(hidden);
  });
});

describe('a signature voided by a later change', () => {
  it('is shown as void, and the applicant is emailed a link to sign again', async () => {
    const { create, patch } = partnerCalls(world, await aPartner(world));
    const data = applicationData(sworn);
    const changeOf = async (id: string, phoneNumber: string) => {
      const { version } = await stored(world, id);
      const personalDetails = { ...data.personalDetails, phoneNumber };
      const applicationData = { ...data, personalDetails };
      seen(await patch(id, { expectedVersion: version, applicationData }));
      await world.settle();
    };
    const application = await stored(world, seen(await create({ applicationData: data })).id);
    const { email } = application.data.personalDetails;
    const mails = () => world.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    const again = 'Sign again: your application for residency was changed';
    // A change before any signature sends no email.
    await changeOf(application.id, '+504 5550 0198');
    expect(mails()).not.toContain(again);
    const first = await stored(world, application.id);
    await sign(linkOf(first));
    await world.settle();
    world.clock.now += 60_000;
    await changeOf(application.id, '+504 5550 0199');
    await world.settle();
    const changed = await stored(world, application.id);
    const old = shownText(await open(linkOf(first)));
    expect(old).toContain('The previous signature is no longer valid');
    expect(old).toContain('We emailed the new link to the applicant.');
    expect(old).not.toContain('No one signed');
    expect(mails().filter((subject) => subject === again)).toHaveLength(1);
    const mail = world.mails.findLast(({ subject, to }) => to === email && subject === again);
    expect(mail?.text).toContain(`${world.baseUrl}${linkOf(changed)}`);
    await sign(linkOf(changed));
    expect(shownText(await open(linkOf(first)))).toContain('The new version is signed.');
  });
});

describe('POST /agreements/{token}', () => {
  it('accepts the agreement version that was shown, and raises the application’s version', async () => {
    const application = await aResidencyDraft(world);
    const answer = await sign(linkOf(application));
    expect(outcomeOf(answer)).toEqual({ status: 303, location: linkOf(application) });
    const { text } = textInForce('e_resident');
    expect(await stored(world, application.id)).toEqual({
      ...application,
      version: 2,
      revision: 2,
      updatedAt: now(),
      agreement: {
        ...application.agreement,
        acceptedAt: now(),
        signerName: 'Grace B. Hopper',
        sha256: sha256Of(text),
        shown: {
          locale: 'en',
          sha256: sha256Of(
            `I have read the Agreement of Coexistence and accept it, and I am the applicant named above.\n${sha256Of(text)}`,
          ),
        },
      },
    });
    const shown = shownText(await open(linkOf(application)));
    expect(shown).toContain('The agreement is signed');
    expect(shown).toContain('Grace B. Hopper');
    expect(shown).toContain(
      'Before it can be submitted, the application needs the verification of the applicant’s identity.',
    );
  });

  it('refuses a signature if another text was shown, and shows the current text', async () => {
    const application = await aResidencyDraft(world);
    const { sha256 } = textInForce('e_resident');
    const sent = { ...fields, agreementSha256: '0'.repeat(64) };
    const refused = await sign(linkOf(application), sent);
    expect(refused.status).toBe(400);
    expect(shownText(refused)).toContain('The agreement has changed since you opened this page');
    expect(refused.text).toContain(`name="agreementSha256" value="${sha256}"`);
    expect(await stored(world, application.id)).toEqual(application);
    const accepted = await sign(linkOf(application), { ...sent, agreementSha256: sha256 });
    expect(accepted.status).toBe(303);
  });

  it('is audited without the signer’s name', async () => {
    const application = await aResidencyDraft(world);
    await sign(linkOf(application));
    const { body } = await world.admin('GET', `/audit?subjectId=${application.id}`);
    const { aocId, version } = application.agreement;
    expect(body).toMatchObject({
      data: [
        {
          actor: { kind: 'system', id: null, personId: null },
          action: 'residency_application.agreement_accepted',
          subject: { type: 'residency_application', id: application.id },
          details: { aocId, agreementVersion: version },
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('Hopper');
  });

  it('redirects back to the partner', async () => {
    const redirectUrl = 'https://client.example/next?step=2';
    const application = await aDraftThatLeadsTo(redirectUrl);
    expect(outcomeOf(await sign(linkOf(application)))).toEqual({
      status: 303,
      location: redirectUrl,
    });
  });

  it.each([
    ['an origin that was removed', { redirectOrigins: ['https://other.example'] }],
    ['a suspended integration', { active: false }],
  ])('stays on the page for %s', async (_, change) => {
    const application = await aDraftThatLeadsTo('https://client.example/next');
    await world.admin('PATCH', `/partner_integrations/${application.integrationId}`, change);
    const link = linkOf(application);
    expect((await open(link)).headers.get('content-security-policy')).toContain(
      "form-action 'self';",
    );
    expect(outcomeOf(await sign(link))).toEqual({ status: 303, location: link });
  });

  it.each([
    ['no name', { signerName: ' ', agree: 'yes' }, 'Enter your full name'],
    ['no ticked box', { signerName: 'Grace' }, 'Tick the box to sign the agreement'],
    ['a refusal', { signerName: 'Grace', agree: 'no' }, 'Tick the box to sign the agreement'],
  ])('returns 400 with the error, and stores nothing: %s', async (_, sent, message) => {
    const application = await aResidencyDraft(world);
    const answer = await sign(linkOf(application), sent);
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain(message);
    expect(await stored(world, application.id)).toEqual(application);
  });

  it('returns 403 without the CSRF token', async () => {
    const application = await aResidencyDraft(world);
    const context = visitor(world.baseUrl);
    await context.open(linkOf(application));
    expect((await context.send(linkOf(application), fields, { csrf: null })).status).toBe(403);
    expect(await stored(world, application.id)).toEqual(application);
  });

  it('returns 409 for a second signature, and the first stays valid', async () => {
    const application = await aResidencyDraft(world);
    const context = visitor(world.baseUrl);
    await context.open(linkOf(application));
    await sign(linkOf(application));
    const signed = await stored(world, application.id);
    for (const sent of [fields, { signerName: '', agree: 'yes' }]) {
      const answer = await context.send(linkOf(application), sent);
      expect(answer.status).toBe(409);
      expect(shownText(answer)).toContain('The signature below is the valid one');
    }
    expect(await stored(world, application.id)).toEqual(signed);
  });

  it('returns 410 if the application changed after the page was opened, and signs nothing', async () => {
    const application = await aResidencyDraft(world);
    const context = visitor(world.baseUrl);
    await context.open(linkOf(application));
    const next = await revised(world, application, { phoneNumber: '+504 5550 0199' });
    for (const sent of [fields, { signerName: '', agree: 'yes' }]) {
      expect((await context.send(linkOf(application), sent)).status).toBe(410);
    }
    expect((await stored(world, application.id)).agreement).toEqual(next.agreement);
    expect((await sign(linkOf(next))).status).toBe(303);
  });

  it('succeeds once if sent ten times in parallel', async () => {
    const application = await aResidencyDraft(world);
    const readers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const context = visitor(world.baseUrl);
        await context.open(linkOf(application));
        return context;
      }),
    );
    const answers = await Promise.all(
      readers.map((context, number) =>
        context.send(linkOf(application), { signerName: `Signer ${number}`, agree: 'yes' }),
      ),
    );
    const winner = answers.findIndex(({ status }) => status === 303);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(9).fill(409)]);
    expect(await stored(world, application.id)).toMatchObject({
      version: 2,
      agreement: { signerName: `Signer ${winner}` },
    });
  });
});

describe('the agreement page of a submitted application', () => {
  it.each<[string, () => Promise<StoredResidencyApplication>, string]>([
    [
      'submitted',
      () => aResidencySubmission(world),
      'The application for residency is under review',
    ],
    ['approved', () => anApprovedResident(world), 'Application for residency approved'],
  ])('shows that it was %s, and accepts no form', async (_, make, words) => {
    const application = await make();
    const answer = await open(linkOf(application));
    expect(answer.status).toBe(200);
    expect(shownText(answer)).toContain(words);
    expect(answer.text).not.toContain('<form');
    const context = visitor(world.baseUrl);
    await context.open('/portal/sign-in');
    expect((await context.send(linkOf(application), fields)).status).toBe(409);
  });
});

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
