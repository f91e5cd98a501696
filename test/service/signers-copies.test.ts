import { beforeEach, describe, expect, it } from 'vitest';
import { textInForce } from '../support/agreements.ts';
import { aResidencyDraft } from '../support/applicants.ts';
import { aDraft, aPreAcceptingAgent, signByLink } from '../support/drafts.ts';
import { signedIn } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
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

/** Where the mail says that the text is. */
const published = (subject: Parameters<typeof textInForce>[0]) =>
  `${world.baseUrl}/agreements/texts/${textInForce(subject).sha256}`;

describe('a copy of what was signed', () => {
  it('goes to the owner of an application that somebody has signed by the link', async () => {
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
    // The link that signs is none of those.
    expect(mail?.text).not.toContain(String(draft.signature));
  });

  it('goes to the owner when an agent’s application is signed by what was accepted in advance', async () => {
    const agent = await aPreAcceptingAgent(world, ada);
    const draft = await aDraft(world, agent);
    const mails = await copiesTo(ada.email);
    const copy = mails.find(({ subject }) => subject.includes(draft.name));
    expect(copy?.text).toContain('It needed no signature');
    expect(copy?.text).toContain(published('legal_entity'));
  });

  it('goes to whoever signs the Manifestation of Will, with both texts', async () => {
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
    // What changes nothing is not signed again.
    await browser.open(page);
    await browser.send(page, { acceptedAgreement: ['Resident'], signerName: 'A', agree: 'yes' });
    expect(await copiesTo(ada.email)).toHaveLength(1);
  });

  it('goes to the person when an operator has recorded their Manifestation of Will', async () => {
    await world.admin('PUT', `/persons/${ada.id}/manifestation_of_will`, {});
    const [mail] = await copiesTo(ada.email);
    expect(mail?.text).toContain('The registry has recorded your Manifestation of Will');
    expect(mail?.text).toContain(published('manifestation_of_will'));
    expect(mail?.text).not.toContain(published('legal_entity'));
  });

  it('goes to the applicant for residency, without anything that others have typed, five a day', async () => {
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
