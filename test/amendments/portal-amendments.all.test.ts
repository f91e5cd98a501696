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
  sign,
} from '../support/amendments.ts';
import { actionsOf, choose, settlementOf } from '../support/checkout.ts';
import { aVoucher } from '../support/drafts.ts';
import { outcomeOf, shownText, signedIn } from '../support/portal.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

let filer: Filer;

const world = await useWorld();
beforeEach(async () => {
  // Sign-ins from one network address are limited per hour.
  world.clock.now += 3_600_000;
  filer = await aFiler(world);
});

const newPage = ({ entityId }: Filer) => `/portal/legal-entities/${entityId}/amendments/new`;
const pageOf = ({ entityId }: Filer, id: string) =>
  `/portal/legal-entities/${entityId}/amendments/${id}`;
const typed = (fields: object = {}) => ({
  name: filer.entityName,
  extension: 'LLC',
  order: 'name-first',
  ...fields,
});

async function begun(fields: object): Promise<string> {
  const browser = await browserOf(world, filer);
  await browser.open(newPage(filer));
  const { status, location } = outcomeOf(await browser.send(newPage(filer), typed(fields)));
  if (status !== 303) throw new Error(`set-up: answered ${status}`);
  return String(location).split('/').at(-1) ?? '';
}

describe('an amendment started in the portal', () => {
  it('proposes only the fields that differ from the register', async () => {
    const browser = await browserOf(world, filer);
    const form = await browser.open(newPage(filer));
    expect(form.text).toContain(`name="name" type="text" value="${filer.entityName}"`);
    const name = freshName();
    const id = await begun({ name });
    expect(await readFiling(world, filer, id)).toMatchObject({
      statusId: 'Draft',
      proposedChanges: {
        name,
        extension: null,
        nameStartsWithExtension: null,
        principalOfficeAddress: null,
      },
    });
    const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
    expect(body).toMatchObject({
      data: [{ action: 'amendment.created', actor: { kind: 'person', id: filer.id } }],
    });
  });

  it('accepts a country name in either language, and shows the name', async () => {
    const office = { line1: '7 Pier', city: 'Port Town', postalCode: '10300' };
    const id = await begun({ ...office, country: 'españa' });
    const filing = await readFiling(world, filer, id);
    expect(filing['proposedChanges']).toMatchObject({
      name: null,
      principalOfficeAddress: { ...office, line2: null, state: null, country: 'ES' },
    });
    const browser = await browserOf(world, filer);
    expect(shownText(await browser.open(pageOf(filer, id)))).toContain('10300 Port Town Spain');
    const form = await browser.open(`${pageOf(filer, id)}/revise`);
    expect(form.text).toContain('<option value="ES" selected>Spain<');
  });

  it('refuses a legal ending in the name and an unlisted country', async () => {
    const browser = await browserOf(world, filer);
    await browser.open(newPage(filer));
    const office = { line1: '7 Pier', city: 'Port Town', postalCode: '1', country: 'Atlantis' };
    const form = typed({ ...office, name: 'Tidewater L.L.C.' });
    const answer = await browser.send(newPage(filer), form);
    expect(answer.status).toBe(400);
    const complaints = [...answer.text.matchAll(/<li><a href="#(\w+)">([^<]+)</g)];
    expect(Object.fromEntries(complaints.map(([, field, text]) => [field, text]))).toEqual({
      name: 'Remove the ending from the name and enter it in its own field',
      country: 'Choose a country from the list',
    });
  });

  it('does not change an office whose country is unlisted', async () => {
    const office = { line1: '1 Quay', city: 'Port', postalCode: '1', country: 'Examplia' };
    const other = await anEntity(world, {
      representatives: [filer.id],
      principalOfficeAddress: office,
    });
    filer = { ...filer, entityId: other.id, entityName: String(other['name']) };
    const browser = await signedIn(world, filer.email);
    await browser.open(newPage(filer));
    const same = await browser.send(newPage(filer), typed({ ...office, line2: '', state: '' }));
    expect(shownText(same)).toContain('You have not changed anything.');
  });

  it('does not change an office that is registered with a country name', async () => {
    const { entityId } = await aFiler(world);
    const office = { line1: '1 Quay', city: 'Port', postalCode: '1', country: 'Honduras' };
    const other = await anEntity(world, {
      representatives: [filer.id],
      principalOfficeAddress: office,
    });
    expect(entityId).not.toBe(other.id);
    filer = { ...filer, entityId: other.id, entityName: String(other['name']) };
    const browser = await signedIn(world, filer.email);
    await browser.open(newPage(filer));
    const same = await browser.send(newPage(filer), typed({ ...office, line2: '', state: '' }));
    expect(same.status).toBe(400);
    expect(shownText(same)).toContain('You have not changed anything.');
  });

  it.each([
    [{ name: ' ' }, 'Enter a name'],
    [{ name: 'x'.repeat(201) }, 'Use 200 characters or fewer'],
    [{ name: 'A\u202eB' }, 'Use only letters, digits and punctuation'],
    [{ extension: '' }, 'Enter an ending'],
    [{ line1: '7 Pier' }, 'Fill in this field or leave the whole address unchanged'],
  ])('shows the error and keeps the entered data: %j', async (fields, complaint) => {
    const browser = await browserOf(world, filer);
    await browser.open(newPage(filer));
    const answer = await browser.send(newPage(filer), typed({ state: 'Roatán', ...fields }));
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain(complaint);
    expect(answer.text).toContain('value="Roatán"');
  });

  it('is refused for a name that is taken or reserved, at the field', async () => {
    const other = await anEntity(world);
    const browser = await browserOf(world, filer);
    await browser.open(newPage(filer));
    const answer = await browser.send(newPage(filer), typed({ name: String(other['name']) }));
    expect(answer.status).toBe(409);
    expect(shownText(answer)).toContain('A legal entity with this name already exists.');
    expect(shownText(answer)).toContain('There is a problem');
  });

  it('is created once if its form is sent twice', async () => {
    const browser = await browserOf(world, filer);
    await browser.open(newPage(filer));
    const name = freshName();
    const sent = await Promise.all([1, 2].map(() => browser.send(newPage(filer), typed({ name }))));
    const [first, second] = sent.map(outcomeOf);
    expect(first).toEqual(second);
    expect(first?.status).toBe(303);
    const id = String(first?.location).split('/').at(-1) ?? '';
    expect(await actionsOf(world, { id })).toEqual(['amendment.created']);
    expect(outcomeOf(await browser.open(newPage(filer)))).toEqual({
      status: 303,
      location: pageOf(filer, id),
    });
  });

  it('can be changed, which voids its signature', async () => {
    const id = await begun({ extension: 'L.C.' });
    await sign(world, filer, id);
    const browser = await browserOf(world, filer);
    const form = await browser.open(`${pageOf(filer, id)}/revise`);
    expect(shownText(form)).toContain('the amendment must be signed again');
    const name = freshName();
    const sent = await browser.send(`${pageOf(filer, id)}/revise`, typed({ name }));
    expect(outcomeOf(sent)).toEqual({ status: 303, location: pageOf(filer, id) });
    expect(await readFiling(world, filer, id)).toMatchObject({
      signed: false,
      proposedChanges: { name, extension: null },
    });
  });

  it('is not overwritten by another representative who has not seen its changes', async () => {
    const grace = await aResident(world);
    const { entityId } = filer;
    const added = await world.admin(
      'PUT',
      `/legal_entities/${entityId}/representatives/${grace.id}`,
    );
    expect(added.status).toBe(200);
    const [adas, graces] = [await browserOf(world, filer), await signedIn(world, grace.email)];
    await Promise.all([adas.open(newPage(filer)), graces.open(newPage(filer))]);
    const [first, second] = [freshName(), freshName()];
    const begunBy = await adas.send(newPage(filer), typed({ name: first }));
    const place = outcomeOf(begunBy);
    const id = String(place.location).split('/').at(-1) ?? '';
    // A second form redirects to the open amendment.
    expect(outcomeOf(await graces.send(newPage(filer), typed({ name: second })))).toEqual(place);
    expect((await readFiling(world, filer, id))['proposedChanges']).toMatchObject({ name: first });
    const revise = `${pageOf(filer, id)}/revise`;
    await Promise.all([adas.open(revise), graces.open(revise)]);
    expect((await graces.send(revise, typed({ name: second }))).status).toBe(303);
    const late = await adas.send(revise, typed({ name: freshName() }));
    expect(late.status).toBe(409);
    expect(shownText(late)).toContain('Someone edited the amendment');
    expect(late.text).toContain(`value="${second}"`);
    expect((await readFiling(world, filer, id))['proposedChanges']).toMatchObject({ name: second });
    const third = freshName();
    expect((await adas.send(revise, typed({ name: third }))).status).toBe(303);
    expect((await readFiling(world, filer, id))['proposedChanges']).toMatchObject({ name: third });
  });

  it('can be read by Agent Keys only if the entity was created through the API', async () => {
    const id = await begun({ extension: 'L.C.' });
    const key = filer.agentKey;
    const read = await world.call('GET', `${filer.path}/${id}`, { key });
    expect(read.status).toBe(200);
    const other = await anEntity(world, { representatives: [filer.id], createdViaAPI: false });
    filer = { ...filer, entityId: other.id, entityName: String(other['name']) };
    const browser = await signedIn(world, filer.email);
    await browser.open(newPage(filer));
    const sent = await browser.send(newPage(filer), typed({ name: freshName() }));
    const hidden = String(sent.headers.get('location')).split('/').at(-1);
    const path = `/api/v1/legal_entities/${other.id}/amendments/${hidden}`;
    expect((await world.call('GET', path, { key })).status).toBe(404);
    expect((await world.call('GET', path, { key: filer.standardKey })).status).toBe(200);
  });

  it('returns 404 to anyone who is not a representative', async () => {
    const id = await begun({ extension: 'L.C.' });
    const stranger = await signedIn(world, (await aResident(world)).email);
    for (const path of [newPage(filer), pageOf(filer, id), `${pageOf(filer, id)}/revise`]) {
      expect((await stranger.open(path)).status, path).toBe(404);
    }
    const sends = ['new', `${id}/revise`, `${id}/pay`, `${id}/submit`];
    for (const what of sends) {
      const path = `/portal/legal-entities/${filer.entityId}/amendments/${what}`;
      const form = { ...typed({ name: freshName() }), act: 'voucher', formId: 'a'.repeat(22) };
      expect((await stranger.send(path, form)).status, path).toBe(404);
    }
    const browser = await browserOf(world, filer);
    expect((await browser.open(pageOf(filer, unknownId))).status).toBe(404);
  });
});

describe('an amendment paid in the portal', () => {
  const voucher = (voucherCode: string) => ({ act: 'voucher', voucherCode });

  it('is submitted with a voucher once even if the form is sent again', async () => {
    const id = await aSignedFiling(world, filer, { name: freshName() });
    const browser = await browserOf(world, filer);
    expect(shownText(await browser.open(pageOf(filer, id)))).toContain('The fee is USD');
    const code = await aVoucher(world);
    const sent = await Promise.all(
      [1, 2].map(() => browser.send(`${pageOf(filer, id)}/pay`, voucher(code))),
    );
    for (const answer of sent) {
      expect(outcomeOf(answer)).toEqual({ status: 303, location: pageOf(filer, id) });
    }
    expect(await readFiling(world, filer, id)).toMatchObject({
      statusId: 'Pending Review',
      invoice: { statusId: 'paid' },
    });
    const actions = await actionsOf(world, { id });
    expect(actions.filter((action) => action === 'amendment.paid')).toHaveLength(1);
    expect(shownText(await browser.open(pageOf(filer, id)))).toContain(
      'The amendment is under review',
    );
    await world.settle();
    const subjects = world.mails.filter(({ to }) => to === filer.email).map((mail) => mail.subject);
    expect(subjects.filter((subject) => subject.startsWith('Amendment submitted: '))).toHaveLength(
      1,
    );
    expect(subjects.filter((subject) => subject.startsWith('Your receipt R-'))).toHaveLength(1);
  });

  it('shows what is wrong with a voucher, and locks the filing as the API does', async () => {
    const id = await aSignedFiling(world, filer, { name: freshName() });
    const browser = await browserOf(world, filer);
    await browser.open(pageOf(filer, id));
    const answer = await browser.send(`${pageOf(filer, id)}/pay`, voucher('NO-SUCH'));
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain('This voucher doesn’t exist.');
    expect(answer.text).toContain('value="NO-SUCH"');
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Pending Payment' });
    expect(outcomeOf(await browser.open(`${pageOf(filer, id)}/revise`))).toEqual({
      status: 303,
      location: pageOf(filer, id),
    });
  });

  it('cannot be paid before it is signed, and its page says so', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'L.C.' }));
    const browser = await browserOf(world, filer);
    const page = await browser.open(pageOf(filer, id));
    expect(shownText(page)).toContain('Signature needed');
    expect(page.text).not.toContain('voucherCode');
    const form = { ...voucher(await aVoucher(world)), formId: 'a'.repeat(22) };
    expect(outcomeOf(await browser.send(`${pageOf(filer, id)}/pay`, form)).status).toBe(303);
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Draft', invoice: null });
  });

  it('is submitted with a checkout that returns the payer to its page', async () => {
    const id = await aSignedFiling(world, filer, { name: freshName() });
    const browser = await browserOf(world, filer);
    await browser.open(pageOf(filer, id));
    const opened = await browser.send(`${pageOf(filer, id)}/pay`, {
      act: 'checkout',
      provider: 'cardpay',
    });
    expect(opened.status).toBe(303);
    const checkout = new URL(String(opened.headers.get('location'))).pathname;
    const { location } = await choose(world, checkout, 'pay');
    const payment = new URL(String(location)).pathname;
    const back = await choose(world, payment, 'pay');
    expect(back.location).toBe(`${world.baseUrl}${pageOf(filer, id)}?success=true`);
    const confirming = await browser.open(pageOf(filer, id));
    expect(shownText(confirming)).toContain('Waiting for CardPay to confirm your payment');
    expect(shownText(confirming)).not.toContain('Payment due');
    expect(confirming.text).not.toContain('voucherCode');
    expect(confirming.text).toContain(`content="3; url=${pageOf(filer, id)}?waited=1"`);
    await world.settle();
    const filing = await readFiling(world, filer, id);
    expect(filing).toMatchObject({ statusId: 'Pending Review', invoice: { statusId: 'paid' } });
    const invoice = (filing['invoice'] as { id: string }).id; // just compared
    expect(await settlementOf(world, invoice)).toMatchObject({ voucherCode: null });
    const submitted = await browser.open(pageOf(filer, id));
    expect(shownText(submitted)).toContain('The amendment is under review');
    expect(shownText(submitted)).toMatch(/USD [\d.]+ was paid on/);
    expect(submitted.text).toContain(`/portal/invoices/${invoice}`);
    expect(submitted.text).not.toContain('http-equiv="refresh"');
  });

  it('refuses payments in a removed representative’s checkout unless already started', async () => {
    const browser = await browserOf(world, filer);
    const remove = () =>
      world.admin('DELETE', `/legal_entities/${filer.entityId}/representatives/${filer.id}`);
    const add = (id: string) =>
      world.admin('PUT', `/legal_entities/${filer.entityId}/representatives/${id}`);
    const { id: otherId } = await aResident(world);
    expect((await add(otherId)).status).toBe(200);
    const id = await aSignedFiling(world, filer, { name: freshName() });
    await browser.open(pageOf(filer, id));
    const checkout = async () => {
      const input = { act: 'checkout', provider: 'cardpay' };
      const opened = await browser.send(`${pageOf(filer, id)}/pay`, input);
      return new URL(String(opened.headers.get('location'))).pathname;
    };
    const [untouched, begun] = [await checkout(), await checkout()];
    const { location } = await choose(world, begun, 'pay');
    const payment = new URL(String(location)).pathname;
    expect((await remove()).status).toBe(200);
    expect(shownText(await browser.open(untouched))).toContain('expired');
    await choose(world, payment, 'pay');
    await world.settle();
    const { body } = await world.admin('GET', `/amendments/${id}`);
    expect(body).toMatchObject({ data: { statusId: 'Pending Review' } });
  });

  it('is shown as approved or rejected, with the reason', async () => {
    const browser = await browserOf(world, filer);
    for (const decision of ['approve', 'reject'] as const) {
      const id = await aSignedFiling(world, filer, { name: freshName() });
      await browser.open(pageOf(filer, id));
      await browser.send(`${pageOf(filer, id)}/pay`, voucher(await aVoucher(world)));
      await world.settle();
      const reason = 'The name misleads';
      const review = await reviewOf(world, id);
      await decideReview(world, review.id, { decision, ...(decision === 'reject' && { reason }) });
      await world.settle();
      const text = shownText(await browser.open(pageOf(filer, id)));
      expect(text).toContain(`Amendment ${decision === 'approve' ? 'approved' : 'rejected'}`);
      // After approval the changes are no longer called proposed.
      expect(text).toContain(decision === 'approve' ? 'Approved changes' : 'Proposed changes');
      if (decision === 'reject') expect(text).toContain(`Reason: ${reason}`);
    }
  });

  it('cannot be paid if its name was taken, and stays a draft that can propose another', async () => {
    const name = freshName();
    const id = await aSignedFiling(world, filer, { name });
    await anEntity(world, { name });
    const browser = await browserOf(world, filer);
    const code = await aVoucher(world);
    const checkout = { act: 'checkout', provider: 'cardpay' };
    for (const form of [voucher(code), checkout]) {
      await browser.open(pageOf(filer, id));
      const answer = await browser.send(`${pageOf(filer, id)}/pay`, form);
      expect([answer.status, answer.headers.get('location')]).toEqual([409, null]);
      expect(shownText(answer)).toContain('Someone else has registered this name');
    }
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Draft', invoice: null });
    const revised = freshName();
    await browser.open(`${pageOf(filer, id)}/revise`);
    await browser.send(`${pageOf(filer, id)}/revise`, typed({ name: revised }));
    await sign(world, filer, id);
    await browser.open(pageOf(filer, id));
    // The voucher is still valid.
    expect((await browser.send(`${pageOf(filer, id)}/pay`, voucher(code))).status).toBe(303);
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Pending Review' });
  });

  it('waits after payment if its name was taken, and can be submitted when it is free again', async () => {
    const name = freshName();
    const id = await aSignedFiling(world, filer, { name });
    const other = await anEntity(world, { name });
    const browser = await browserOf(world, filer);
    // The API accepts the payment.
    expect((await pay(world, filer, id, await aVoucher(world))).status).toBe(409);
    const taken = 'Someone else registered this name';
    expect(shownText(await browser.open(pageOf(filer, id)))).toContain(taken);
    await browser.send(`${pageOf(filer, id)}/submit`, {});
    expect(shownText(await browser.open(pageOf(filer, id)))).toContain(taken);
    const rename = await world.admin('PATCH', `/legal_entities/${other.id}`, { name: freshName() });
    expect(rename.status).toBe(200);
    expect((await browser.send(`${pageOf(filer, id)}/submit`, {})).status).toBe(303);
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Pending Review' });
  });
});

describe('an amendment withdrawn in the portal', () => {
  const withdraw = async (id: string) => {
    const browser = await browserOf(world, filer);
    await browser.open(pageOf(filer, id));
    const { status } = await browser.send(`${pageOf(filer, id)}/withdraw`, {});
    expect(status).toBe(303);
    return shownText(await browser.open(pageOf(filer, id)));
  };
  const reasonOf = async (id: string) => {
    const { statusId, rejectedReason } = await readFiling(world, filer, id);
    return { statusId, rejectedReason };
  };
  const withdrawn = { statusId: 'Rejected', rejectedReason: 'Withdrawn by the applicant' };

  it('allows the entity to file another if it was a draft or unpaid', async () => {
    const draft = await begun({ name: freshName() });
    const text = await withdraw(draft);
    expect(text).toContain('Amendment withdrawn The register did not change.');
    expect(text).not.toContain('refunded');
    expect(await reasonOf(draft)).toEqual(withdrawn);
    const unpaid = await aSignedFiling(world, filer, { name: freshName() });
    await withdraw(unpaid);
    expect(await reasonOf(unpaid)).toEqual(withdrawn);
    const refused = await pay(world, filer, unpaid, await aVoucher(world));
    expect(refused.status).toBe(400);
    expect(await begun({ name: freshName() })).not.toBe(unpaid);
  });

  it('closes the review, keeps the fee and notifies the others if it was under review', async () => {
    const id = await aSignedFiling(world, filer, { name: freshName() });
    await pay(world, filer, id, await aVoucher(world));
    await world.settle();
    const before = world.mails.length;
    const browser = await browserOf(world, filer);
    expect(shownText(await browser.open(pageOf(filer, id)))).toContain(
      'Withdraw this amendment The amendment ends without a decision, and the register does not change. The fee is paid. Fees are not refunded automatically.',
    );
    expect(await withdraw(id)).toContain('Fees are not refunded automatically.');
    await world.settle();
    expect(await reasonOf(id)).toEqual(withdrawn);
    const review = await reviewOf(world, id);
    expect(review).toMatchObject({ status: 'rejected', reason: 'Withdrawn by the applicant' });
    const late = await decideReview(world, review.id, { decision: 'approve' });
    expect(late.status).toBe(409);
    const subjects = world.mails.slice(before).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /withdrawn/.test(subject))).toHaveLength(1);
    expect(subjects.filter((subject) => /rejected/.test(subject))).toHaveLength(0);
    await withdraw(id);
    expect((await actionsOf(world, { id })).filter((each) => /withdrawn/.test(each))).toHaveLength(
      1,
    );
  });

  it('has one outcome if it is paid or approved at the same time', async () => {
    for (const rival of ['pay', 'approve'] as const) {
      for (let round = 0; round < 2; round += 1) {
        const id = await aSignedFiling(world, filer, { name: freshName() });
        const code = await aVoucher(world);
        const browser = await browserOf(world, filer);
        await browser.open(pageOf(filer, id));
        if (rival === 'approve') await pay(world, filer, id, code);
        await world.settle();
        const approve = async () => {
          const { id: reviewId } = await reviewOf(world, id);
          return decideReview(world, reviewId, { decision: 'approve' });
        };
        await Promise.all([
          browser.send(`${pageOf(filer, id)}/withdraw`, {}),
          rival === 'pay' ? pay(world, filer, id, code) : approve(),
        ]);
        await world.settle();
        const { statusId } = await readFiling(world, filer, id);
        if (rival === 'pay') expect(statusId).toBe('Rejected');
        else {
          const { status } = await reviewOf(world, id);
          expect(status).toBe(statusId === 'Approved' ? 'approved' : 'rejected');
        }
      }
    }
  });
});

it('the pages of an amendment take at most three round trips to the table', async () => {
  const id = await aSignedFiling(world, filer, { name: freshName() });
  const browser = await browserOf(world, filer);
  for (const path of [newPage(filer), pageOf(filer, id), `${pageOf(filer, id)}/revise`]) {
    world.proxy.calls.reset();
    await browser.open(path);
    expect(world.proxy.calls.roundTrips(), path).toBeLessThanOrEqual(3);
  }
});
