import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findManifestation } from '../../shared/access/db/manifestations.ts';
import type { AgreementText } from '../../shared/documents/agreements/register.ts';
import { listPersonDocuments } from '../../shared/documents/db/documents.ts';
import { findAnyApplication } from '../../shared/incorporation/db/applications.ts';
import { textInForce } from '../support/agreements.ts';
import { aResidencySubmission, stored as residencyApplication } from '../support/applicants.ts';
import { aDraft, aPreAcceptingAgent, type Draft } from '../support/drafts.ts';
import { plainText, readPdf } from '../support/pdf-text.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anAgentKey, aResident, type Person } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { startWorld, type World } from '../support/world.ts';

const scopes = ['agent:entity.application.create', 'agent:entity.application.read'];
const will = '/portal/developer/manifestation';

let world: World;
let ada: Person;
let browser: Visitor;

// Each test has its own world, because it changes the texts in force.
beforeEach(async () => {
  world = await startWorld();
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
});
afterEach(() => world.stop());

const now = () => new Date(world.clock.now).toISOString();
const stored = async ({ id }: Draft) => (await findAnyApplication(world.table, id))?.agreement;

/** Puts a text with another wording in force. */
function supersede(subject: AgreementText['subject'], version = 'v2') {
  const former = textInForce(subject);
  world.publish({ ...former, version, text: `${former.text}\n\n9. More. And more.` });
  return world.deps.agreements.inForce(subject);
}

async function sign(fields: Readonly<Record<string, string | readonly string[]>> = {}) {
  await browser.open(will);
  return browser.send(will, {
    acceptedAgreement: 'e-Resident',
    signerName: 'Ada Lovelace',
    agree: 'yes',
    ...fields,
  });
}

describe('an acceptance in advance', () => {
  it('is stored with the texts shown, the typed name, the signer and the time', async () => {
    expect((await sign()).status).toBe(303);
    const [manifestation, agreement] = [
      textInForce('manifestation_of_will'),
      textInForce('legal_entity'),
    ];
    const sentence = `I have read the Manifestation of Will, and sign it. Where I ticked a residency, I have read the ${agreement.title}, and accept it for those legal entities.`;
    const lines = [sentence, manifestation.sha256, agreement.sha256, 'e-Resident'];
    const by = {
      signerName: 'Ada Lovelace',
      signer: { kind: 'person', id: ada.id },
      givenAt: now(),
      shown: {
        locale: 'en',
        sha256: createHash('sha256').update(lines.join('\n')).digest('hex'),
      },
    };
    const kept = await findManifestation(world.table, ada.id);
    expect(kept?.text).toEqual({
      version: manifestation.version,
      sha256: manifestation.sha256,
      ...by,
    });
    expect(kept?.acceptances).toEqual({
      'e-Resident': { version: agreement.version, sha256: agreement.sha256, ...by },
    });
    const agent = await anAgentKey(world, ada.id, scopes).then(async (key) => {
      await sign();
      return key;
    });
    const acceptedAt = (await findManifestation(world.table, ada.id))?.acceptances['e-Resident']
      ?.givenAt;
    world.clock.now += 60_000;
    expect(await stored(await aDraft(world, agent))).toEqual({
      method: 'manifestation_of_will',
      signerName: 'Ada Lovelace',
      signedAt: now(),
      acceptedAt,
      agreementVersion: agreement.version,
      agreementSha256: agreement.sha256,
    });
  });

  it.each(['legal_entity', 'manifestation_of_will'] as const)(
    'does not apply after a new %s text is in force, until its owner signs again',
    async (subject) => {
      const agent = await aPreAcceptingAgent(world, ada);
      expect((await aDraft(world, agent)).signature).toBeNull();
      const text = supersede(subject);
      const waiting = await aDraft(world, agent);
      expect(waiting.signature).toContain(`/portal/legal-entity-applications/${waiting.id}/sign`);
      expect(await stored(waiting)).toBeNull();
      for (const page of ['/portal', '/portal/developer', will]) {
        const shown = shownText(await browser.open(page));
        expect(shown).toContain('A text that you accepted has changed');
      }
      const asked = await browser.open(will);
      expect(shownText(asked)).toContain('9. More. And more.');
      expect(shownText(asked)).toContain('Sign the Manifestation of Will again');
      expect(asked.text).toContain(`value="${text.sha256}"`);
      expect(asked.text).not.toMatch(/value="e-Resident" checked/);
      expect((await sign()).status).toBe(303);
      const draft = await aDraft(world, agent);
      expect(draft.signature).toBeNull();
      expect((await stored(draft))?.agreementSha256).toBe(
        world.deps.agreements.inForce('legal_entity').sha256,
      );
      expect(shownText(await browser.open('/portal'))).not.toContain('was changed');
      // An application created in the meantime still needs its own signature.
      expect(await stored(waiting)).toBeNull();
      expect(shownText(await browser.open('/portal'))).toContain(waiting.name);
    },
  );

  it('recorded by an operator does not apply after the agreement changed, until it is recorded again', async () => {
    const agent = await aPreAcceptingAgent(world, ada);
    supersede('legal_entity');
    expect((await aDraft(world, agent)).signature).not.toBeNull();
    await world.admin('PUT', `/persons/${ada.id}/manifestation_of_will`, {
      acceptedAgreements: ['e-Resident'],
    });
    expect((await aDraft(world, agent)).signature).toBeNull();
    expect((await findManifestation(world.table, ada.id))?.text).toMatchObject({
      signerName: null,
      signer: { kind: 'operator' },
    });
  });

  it.each([
    ['revoked', () => world.admin('DELETE', `/persons/${ada.id}/manifestation_of_will`)],
    ['withdrawn', () => world.admin('PUT', `/persons/${ada.id}/manifestation_of_will`, {})],
  ])('does not apply to an application created while it is %s', async (_, change) => {
    const agent = await aPreAcceptingAgent(world, ada);
    world.proxy.beforeNext((_body, operation) => operation === 'TransactWriteItems', change);
    const draft = await aDraft(world, agent);
    expect(draft.signature).not.toBeNull();
    expect(await stored(draft)).toBeNull();
  });
});

describe('a text replaced while a signing page is open', () => {
  it('is not signed as a Manifestation: the new one is shown, with nothing ticked', async () => {
    await browser.open(will);
    const text = supersede('legal_entity');
    const refused = await browser.send(will, {
      acceptedAgreement: 'e-Resident',
      signerName: 'Ada Lovelace',
      agree: 'yes',
    });
    expect(refused.status).toBe(400);
    expect(shownText(refused)).toContain('The agreement has changed since you opened this page');
    expect(shownText(refused)).toContain('9. More. And more.');
    expect(refused.text).not.toMatch(/checked/);
    expect(await findManifestation(world.table, ada.id)).toBeNull();
    const again = await browser.send(will, { signerName: 'Ada Lovelace', agree: 'yes' });
    expect(outcomeOf(again)).toEqual({ status: 303, location: will });
    expect((await findManifestation(world.table, ada.id))?.acceptances).toEqual({});
    expect(text.version).toBe('v2');
  });

  it('is not signed as a Manifestation if the form lacks the digests of the texts', async () => {
    const refused = await sign({ manifestationSha256: [], agreementSha256: [] });
    expect(refused.status).toBe(400);
    expect(await findManifestation(world.table, ada.id)).toBeNull();
  });

  it('is not signed as an agreement, and earlier signatures stay unchanged', async () => {
    const agent = await anAgentKey(world, ada.id, scopes);
    const [signed, draft] = [await aDraft(world, agent), await aDraft(world, agent)];
    const pageOf = ({ id }: Draft) => `/portal/legal-entity-applications/${id}/sign`;
    const fields = { signerName: 'Ada Lovelace', agree: 'yes' };
    await browser.open(pageOf(signed));
    await browser.send(pageOf(signed), fields);
    await browser.open(pageOf(draft));
    const text = supersede('legal_entity');
    const refused = await browser.send(pageOf(draft), fields);
    expect(refused.status).toBe(400);
    expect(shownText(refused)).toContain('9. More. And more.');
    expect(await stored(draft)).toBeNull();
    expect((await browser.send(pageOf(draft), fields)).status).toBe(303);
    expect((await stored(draft))?.agreementSha256).toBe(text.sha256);
    const former = shownText(await browser.open(pageOf(signed)));
    expect(former).toContain(textInForce('legal_entity').sha256);
    expect(former).not.toContain('9. More. And more.');
  });

  it('is in the approval’s document with the wording that was signed', async () => {
    const { id } = await aResidencySubmission(world);
    await world.settle();
    supersede('e_resident');
    await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
    await world.settle();
    const { personId } = await residencyApplication(world, id);
    const [document] = await listPersonDocuments(world.table, personId ?? '');
    const file = { key: document?.objectKey ?? '', contentType: 'application/pdf' };
    const url = await world.deps.documents.url({ ...file, fileName: 'agreement.pdf' }, 60);
    const pdf = readPdf(new Uint8Array(await (await fetch(url)).arrayBuffer()));
    const text = plainText(pdf);
    expect(text).toContain('Disputes under this agreement are settled');
    expect(text).not.toContain('And more.');
  });
});
