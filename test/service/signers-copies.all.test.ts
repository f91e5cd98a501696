import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { put, transact } from '../../shared/kernel/db/transact.ts';
import { textInForce } from '../support/agreements.ts';
import { aFiler, aSubmittedFiling, freshName } from '../support/amendments.ts';
import {
  aMailedDraft,
  aResidencyDraft,
  aResidencySubmission,
  claim,
  submitted,
} from '../support/applicants.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { aDraft, aPreAcceptingAgent, signByLink } from '../support/drafts.ts';
import { signedIn } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { aSubmission } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let ada: Person;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 86_400_000;
  ada = await aResident(world);
});

async function copiesTo(address: string) {
  await world.settle();
  return world.mails.filter(({ to, subject }) => to === address && subject.startsWith('Signed: '));
}

/** The link to the published text in the email. */
const published = (subject: Parameters<typeof textInForce>[0]) =>
  `${world.baseUrl}/agreements/texts/${textInForce(subject).sha256}`;

describe('a copy of a signed text', () => {
  it('is sent to the owner of an application that was signed with the link', async () => {
    const draft = await aDraft(world, ada.standardKey);
    await signByLink(world, draft);
    const [mail, ...others] = await copiesTo(ada.email);
    expect(others).toEqual([]);
    const { version, sha256 } = textInForce('legal_entity');
    for (const part of [
      `${draft.name} LLC`,
      'by Ada Lovelace',
      version,
      sha256,
      published('legal_entity'),
      `${world.baseUrl}/portal/legal-entity-applications/${draft.id}/sign`,
    ]) {
      expect(mail?.text).toContain(part);
    }
    // The link for signing is not included.
    expect(mail?.text).not.toContain(String(draft.signature));
  });

  it("is sent to the owner if an agent's application was signed by advance acceptance", async () => {
    const agent = await aPreAcceptingAgent(world, ada);
    const draft = await aDraft(world, agent);
    const mails = await copiesTo(ada.email);
    const copy = mails.find(({ subject }) => subject.includes(draft.name));
    expect(copy?.text).toContain('The application needed no signature');
    expect(copy?.text).toContain(published('legal_entity'));
  });

  it('is sent to the signer of a Manifestation of Will, with both texts', async () => {
    const browser = await signedIn(world, ada.email);
    const page = '/portal/developer/manifestation';
    await browser.open(page);
    await browser.send(page, {
      acceptedAgreement: ['Resident'],
      signerName: 'Ada K. Lovelace',
      agree: 'yes',
    });
    const [mail, ...others] = await copiesTo(ada.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('by Ada K. Lovelace');
    expect(mail?.text).toContain(published('manifestation_of_will'));
    expect(mail?.text).toContain(published('legal_entity'));
    // A submission that changes nothing is not signed again.
    await browser.open(page);
    await browser.send(page, { acceptedAgreement: ['Resident'], signerName: 'A', agree: 'yes' });
    expect(await copiesTo(ada.email)).toHaveLength(1);
  });

  it('is sent to the person if an operator recorded their Manifestation of Will', async () => {
    await world.admin('PUT', `/persons/${ada.id}/manifestation_of_will`, {});
    const [mail] = await copiesTo(ada.email);
    expect(mail?.text).toContain('An operator of the registry recorded your Manifestation of Will');
    expect(mail?.text).toContain(published('manifestation_of_will'));
    expect(mail?.text).not.toContain(published('legal_entity'));
  });

  it('is sent to a residency applicant without text typed by others, at most five times a day', async () => {
    for (let count = 0; count < 7; count += 1) {
      const application = await aResidencyDraft(world, {
        applicant: { email: 'grace@applicants.example' },
      });
      const path = `/agreements/${application.agreement.token}`;
      const reader = visitor(world.baseUrl);
      await reader.open(path);
      await reader.send(path, { signerName: 'Grace B. Hopper', agree: 'yes' });
    }
    const mails = await copiesTo('grace@applicants.example');
    expect(mails).toHaveLength(5);
    expect(mails[0]?.text).toContain(published('e_resident'));
    expect(mails[0]?.text).not.toContain('Hopper');
  });
});

describe('the email that a submission was received', () => {
  /** Emails to the address that say when to expect a decision. */
  async function received(address: string) {
    await world.settle();
    const expects = /half of recent decisions|la mitad de las decisiones/i;
    return world.mails.filter(({ to, text }) => to === address && expects.test(text));
  }

  /** The person signs in with Spanish pages and gets Spanish emails from now on. */
  async function readsSpanish({ email }: Pick<Person, 'email'>) {
    const browser = visitor(world.baseUrl);
    browser.cookies.set('registry_language', 'es');
    await signedIn(world, email, browser);
  }

  beforeEach(async () => {
    const at = new Date(world.clock.now).toISOString();
    const waits = { decided: 10, medianSeconds: 3_600, p90Seconds: 3 * 86_400 };
    const byType = {
      ...{ legal_entity_application: waits, amendment: waits },
      ...{ certificate_request: waits, residency_application: waits },
    };
    const counts = { ...keys.reviewCounts(), at, counts: {}, waits: { at, byType } };
    await transact(world.table, { counts: put(counts) });
  });

  const english = 'Half of recent decisions took up to 1 hour, and 9 in 10 took up to 3 days.';
  const spanish = 'tardó hasta 1 hora, y 9 de cada 10, hasta 3 días.';

  it('says for an LLC what was submitted, when to expect a decision, and where to look', async () => {
    const owner = { ...ada, agentKey: await aPreAcceptingAgent(world, ada) };
    const first = await aSubmission(world, owner);
    const [mail, ...others] = await received(ada.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`We received your application: ${first.name} LLC`);
    expect(mail?.text).toContain(
      `Your application to incorporate ${first.name} LLC was submitted on`,
    );
    expect(mail?.text).toContain(english);
    expect(mail?.text).toContain(`/portal/applications/${first.id}\n`);
    await readsSpanish(ada);
    const second = await aSubmission(world, owner);
    const spoken = (await received(ada.email))[1];
    expect(spoken?.subject).toBe(`Recibimos su solicitud: ${second.name} LLC`);
    expect(spoken?.text).toContain(spanish);
    expect(spoken?.text).toContain(`/portal/applications/${second.id}\n`);
  });

  it('is sent for a certificate that needs a decision, but not for one that is issued immediately', async () => {
    const unknown = await aRepresentedEntity(world, ada, { taxState: 'unknown' });
    const paid = await aRepresentedEntity(world, ada);
    const requests = [];
    for (const { id } of [paid, unknown]) {
      const request = await aRequest(world, id, ada.standardKey);
      expect((await payRequest(world, request, ada.standardKey)).status).toBe(200);
      requests.push(request);
    }
    const [mail, ...others] = await received(ada.email);
    expect(others).toEqual([]);
    const name = `${unknown['name']} LLC`;
    expect(mail?.subject).toBe(`We received your request: Certificate of Good Standing of ${name}`);
    expect(mail?.text).toContain(english);
    const { legalEntityId, id } = requests[1] ?? {};
    expect(mail?.text).toContain(`/portal/legal-entities/${legalEntityId}/good-standing/${id}\n`);
  });

  it('is sent for an amendment to all representatives, each in their language', async () => {
    const filer = await aFiler(world);
    const path = `/legal_entities/${filer.entityId}/representatives/${ada.id}`;
    expect((await world.admin('PUT', path)).status).toBe(200);
    await readsSpanish(ada);
    const id = await aSubmittedFiling(world, filer, { name: freshName() });
    const page = `/portal/legal-entities/${filer.entityId}/amendments/${id}\n`;
    const [mail, ...others] = await received(filer.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Amendment submitted: ${filer.entityName} LLC`);
    expect(mail?.text).toContain(english);
    expect(mail?.text).toContain(page);
    const [spoken, ...more] = await received(ada.email);
    expect(more).toEqual([]);
    expect(spoken?.subject).toBe(`Modificación presentada: ${filer.entityName} LLC`);
    expect(spoken?.text).toContain(spanish);
    expect(spoken?.text).toContain(page);
  });

  it('is sent to a residency applicant, with a link if they have an account', async () => {
    const { application, email, path } = await aMailedDraft(world);
    await claim(world, path);
    await submitted(world, application);
    const [mail, ...others] = await received(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('We received your application for residency');
    expect(mail?.text).toContain(english);
    expect(mail?.text).toContain(`/portal/residency-applications/${application.id}\n`);
    const stranger = await aResidencySubmission(world);
    const [other] = await received(stranger.data.personalDetails.email);
    expect(other?.text).toContain('The partner that applied for you can see the status.');
    // Nothing that the partner typed is included.
    expect(other?.text).not.toContain('Hopper');
    expect(other?.text).not.toContain('/portal');
  });
});
