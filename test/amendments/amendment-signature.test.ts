import { beforeEach, describe, expect, it } from 'vitest';
import { unknownId } from '../support/admin.ts';
import {
  aFiler,
  aSignedFiling,
  browserOf,
  type Filer,
  filingIn,
  freshName,
  pay,
  propose,
  readFiling,
  revise,
  sign,
  signaturePage,
  versionOn,
} from '../support/amendments.ts';
import { aVoucher } from '../support/drafts.ts';
import { outcomeOf, shownText, signedIn } from '../support/portal.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let filer: Filer;

const world = await useWorld();
beforeEach(async () => {
  // Sign-ins from one network address are limited per hour.
  world.clock.now += 3_600_000;
  filer = await aFiler(world);
});

const now = () => new Date(world.clock.now).toISOString();
const office = { line1: '7 <Pier>', city: 'Port Town', postalCode: '10300', country: 'HN' };
const form = (version: string) => ({ signerName: ' Ada  Lovelace ', agree: 'yes', version });

describe('the amendment signature page (spec 4.15)', () => {
  it('shows the registered and proposed data, and accepts the signature', async () => {
    const name = freshName();
    const { id } = filingIn(
      await propose(world, filer, { name, extension: 'L.C.', principalOfficeAddress: office }),
    );
    const browser = await browserOf(world, filer);
    const page = await browser.open(signaturePage(filer, id));
    const text = shownText(page);
    expect(page.status).toBe(200);
    expect(text).toContain(`Registered name ${filer.entityName} LLC`);
    expect(text).toContain(`Proposed name ${name} L.C.`);
    expect(text).toContain('Registered principal office None');
    expect(page.text).toContain('7 &lt;Pier&gt;<br>10300 Port Town<br>Honduras');

    world.clock.now += 1000;
    const sent = await browser.send(signaturePage(filer, id), form(versionOn(page.text)));
    expect(outcomeOf(sent)).toEqual({ status: 303, location: signaturePage(filer, id) });
    expect(await readFiling(world, filer, id)).toMatchObject({
      statusId: 'Draft',
      signed: true,
      signedAt: now(),
      updatedAt: now(),
      invoice: null,
      nextSteps: {
        changesRequired: false,
        signatureRequired: false,
        signatureUrl: null,
        paymentRequired: true,
        reviewDispatchPending: false,
        submitReady: false,
        informationRequired: false,
        informationUrl: null,
        pollAfterSeconds: 30,
      },
    });
    const after = await browser.open(signaturePage(filer, id));
    expect(shownText(after)).toContain('Payment due');
    expect(after.text).not.toContain('name="signerName"');
    const { body } = await world.admin('GET', `/audit?subjectId=${id}&action=amendment.signed`);
    expect(body).toMatchObject({ data: [{ actor: { kind: 'person', id: filer.id } }] });
  });

  it('redirects to sign-in and back if the user is not signed in', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    const path = signaturePage(filer, id);
    const location = `/portal/sign-in?${new URLSearchParams({ next: path })}`;
    expect(outcomeOf(await visitor(world.baseUrl).open(path))).toEqual({ status: 303, location });
  });

  it('returns 404 to anyone else, for another entity and for an unknown filing', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    const stranger = await aResident(world);
    const elsewhere = await signedIn(world, stranger.email);
    const other = await aFiler(world);
    const browser = await browserOf(world, filer);
    const { text } = await browser.open(signaturePage(filer, id));
    const answers = [
      await elsewhere.open(signaturePage(filer, id)),
      await elsewhere.send(signaturePage(filer, id), form(versionOn(text))),
      await browser.open(signaturePage(other, id)),
      await browser.open(signaturePage(filer, unknownId)),
      await browser.open(signaturePage(filer, 'x')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    await world.admin('DELETE', `/legal_entities/${filer.entityId}/representatives/${filer.id}`);
    expect((await browser.open(signaturePage(filer, id))).status).toBe(404);
    expect((await browser.send(signaturePage(filer, id), form(versionOn(text)))).status).toBe(404);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no name', { signerName: ' ' }, 'Enter your full name'],
    ['a name that is too long', { signerName: 'x'.repeat(201) }, 'at most 200 characters'],
    ['no consent', { agree: 'no' }, 'Tick the box to sign the amendment'],
    ['no version', { version: '' }, 'Open the page again'],
  ])('refuses a form with %s and shows it again', async (_, fields, complaint) => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    const browser = await browserOf(world, filer);
    const { text } = await browser.open(signaturePage(filer, id));
    const sent = { ...form(versionOn(text)), ...fields };
    const answer = await browser.send(signaturePage(filer, id), sent);
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain(complaint);
    expect(await readFiling(world, filer, id)).toMatchObject({ signed: false });
  });

  it('refuses a form sent from another site', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    const browser = await browserOf(world, filer);
    const answer = await browser.send(signaturePage(filer, id), form('1'), { csrf: null });
    expect(answer.status).toBe(403);
  });

  it('signs nothing if the filing changed since it was shown, and shows it again', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    const browser = await browserOf(world, filer);
    const shown = await browser.open(signaturePage(filer, id));
    await revise(world, filer, id, { extension: 'SRL' });
    const answer = await browser.send(signaturePage(filer, id), form(versionOn(shown.text)));
    expect(answer.status).toBe(409);
    expect(shownText(answer)).toContain(
      'The amendment was changed while you were reading Your signature was not saved.',
    );
    expect(shownText(answer)).toContain(`Proposed name ${filer.entityName} SRL`);
    expect(await readFiling(world, filer, id)).toMatchObject({ signed: false });
    const again = await browser.send(signaturePage(filer, id), form(versionOn(answer.text)));
    expect(again.status).toBe(303);
  });

  it('signs nothing if the proposed name was taken', async () => {
    const name = freshName();
    const { id } = filingIn(await propose(world, filer, { name }));
    await anEntity(world, { name });
    const answer = await sign(world, filer, id);
    expect(answer.status).toBe(409);
    expect(shownText(answer)).toContain('A legal entity with this name already exists');
    expect(await readFiling(world, filer, id)).toMatchObject({ signed: false });
  });

  it('keeps the first signature, and refuses signatures on a locked filing', async () => {
    const id = await aSignedFiling(world, filer, { extension: 'LC' });
    const signedOnce = await readFiling(world, filer, id);
    const browser = await browserOf(world, filer);
    world.clock.now += 1000;
    const again = await browser.send(signaturePage(filer, id), form('2'));
    expect([again.status, shownText(again)]).toEqual([
      409,
      expect.stringContaining('The amendment was already signed'),
    ]);
    expect(await readFiling(world, filer, id)).toEqual(signedOnce);
    await pay(world, filer, id, await aVoucher(world));
    const late = await browser.send(signaturePage(filer, id), form('4'));
    expect([late.status, shownText(late)]).toEqual([
      409,
      expect.stringContaining('The amendment is under review'),
    ]);
  });
});
