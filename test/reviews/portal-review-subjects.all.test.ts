import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeTaxProof, taxProofUrl } from '../../shared/certificates/usecases/tax-proof.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { ageAt } from '../../shared/kernel/domain/dates.ts';
import { publishedFields } from '../../shared/kernel/domain/published-field.ts';
import { formatDay } from '../../shared/kernel/pages/format-dates.ts';
import { findPerson, personWrite } from '../../shared/people/db/people.ts';
import {
  newProofOfAddressWrite,
  residencyApplicationWrite,
} from '../../shared/residency/db/residency-applications.ts';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { operatorOf } from '../support/admin.ts';
import {
  aFiler,
  aSubmittedFiling,
  browserOf,
  freshName,
  readFiling,
} from '../support/amendments.ts';
import {
  type ApplicationFields,
  aResidencyDraft,
  aResidencySubmission,
  stored,
} from '../support/applicants.ts';
import {
  aRepresentedEntity,
  aRequest,
  codeOf,
  payRequest,
  readRequest,
} from '../support/certificates.ts';
import { aPdf } from '../support/files.ts';
import { aHolder, askedIn, confirmIn } from '../support/holders.ts';
import { justBefore } from '../support/just-before.ts';
import { shownText, type Visitor } from '../support/portal.ts';
import { aResident, created } from '../support/registry.ts';
import { aReviewer, reviewerEmail } from '../support/reviewers.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const rosa: { readonly id: string; readonly browser: Visitor } = await aReviewer(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

/** Opens the page of a pending review. */
async function waiting(subjectId: string) {
  await world.settle();
  const { id } = await reviewOf(world, subjectId);
  const path = `/portal/reviews/${id}`;
  const page = await rosa.browser.open(path);
  expect(page.status).toBe(200);
  return {
    id,
    page,
    text: shownText(page),
    send: (fields: Readonly<Record<string, string>>) => rosa.browser.send(path, fields),
    async decide(fields: Readonly<Record<string, string>>) {
      const { status } = await rosa.browser.send(path, fields);
      expect(status).toBe(303);
      await world.settle();
    },
  };
}

const approve = { decision: 'approve' };
const reject = { decision: 'reject', reason: 'It is incomplete.' };

/** Expects that the page offers no decision, and that a decision is refused. */
async function expectOwn({ id, page, text, send }: Awaited<ReturnType<typeof waiting>>) {
  expect(text).toContain('You can’t decide this case');
  expect(page.text).not.toContain('name="decision"');
  for (const fields of [approve, reject]) {
    const answer = await send(fields);
    expect(answer.status).toBe(403);
    expect(shownText(answer)).toContain('You can’t decide this case It is your own');
  }
  expect(await operatorOf(world).data('GET', `/reviews/${id}`)).toMatchObject({
    status: 'pending',
    decidedBy: null,
  });
}

/** Opens the file that the page's only file link leads to. */
async function fileOn({ page }: Awaited<ReturnType<typeof waiting>>): Promise<string> {
  const link = /<a href="(http[^"]+)">Open the uploaded file/.exec(page.text)?.[1] ?? '';
  return (await fetch(link.replaceAll('&amp;', '&'))).text();
}

describe('the review page of a legal-entity application', () => {
  const data = (id: string) => operatorOf(world).data('GET', `/legal_entity_applications/${id}`);

  it('shows the details, the applicant, the agreement and the fee', async () => {
    const applicant = await anApplicant(world);
    const { id, name } = await aSubmission(world, applicant, {
      residencyType: 'Resident',
      contactEmail: 'founders@client.example',
    });
    const { text } = await waiting(id);
    for (const fact of [
      'Application for a legal entity',
      `Legal entity ${name} LLC`,
      'Residency applied for Resident',
      'Principal office 1 Harbour Street',
      'Registered agent Registry Employment Solutions',
      'Contact email address founders@client.example',
      'Name Test Resident',
      `Email address ${applicant.email}`,
      `Resident permit number ${applicant.rpn}`,
      'Residency Active',
      'Accepted in advance, in the Manifestation of Will',
      'USD 300.00, paid with a voucher',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it('registers the entity on approval', async () => {
    const { id } = await aSubmission(world, await anApplicant(world));
    await (await waiting(id)).decide(approve);
    expect(await data(id)).toMatchObject({ statusId: 'Approved' });
  });

  it('shows the reason to the owner on rejection', async () => {
    const applicant = await anApplicant(world);
    const { id } = await aSubmission(world, applicant);
    await (await waiting(id)).decide(reject);
    expect(await data(id)).toMatchObject({ statusId: 'Rejected' });
    const mail = world.mails.findLast(({ to }) => to === applicant.email);
    expect(mail?.text).toContain('It is incomplete.');
  });

  it('refuses a decision on the reviewer’s own case', async () => {
    const { id } = await aSubmission(world, await anApplicantOf(rosa.id));
    await expectOwn(await waiting(id));
  });

  /** Makes the person a resident, as an applicant. */
  async function anApplicantOf(personId: string) {
    const residency = { residencyType: 'Resident', effectiveDate: '2024-01-01T00:00:00.000Z' };
    await created(world, `/persons/${personId}/residencies`, residency);
    await world.admin('PUT', `/persons/${personId}/manifestation_of_will`, {
      acceptedAgreements: ['e-Resident', 'Resident'],
    });
    const scopes = ['agent:entity.application.create', 'agent:entity.application.pay'];
    const { key } = await created(world, `/persons/${personId}/api_keys`, {
      kind: 'agent',
      scopes,
    });
    const agentKey = String(key);
    return { id: personId, email: reviewerEmail, rpn: '', standardKey: '', agentKey };
  }
});

describe('the review page of an amendment', () => {
  it('shows the registered and proposed data, and accepts an approval', async () => {
    const filer = await aFiler(world, { taxState: 'overdue' });
    const name = freshName();
    const office = { line1: '7 Pier', city: 'Port Town', postalCode: '10300', country: 'HN' };
    const id = await aSubmittedFiling(world, filer, { name, principalOfficeAddress: office });
    const review = await waiting(id);
    for (const fact of [
      'Amendment of a legal entity',
      `Registered name ${filer.entityName} LLC`,
      `Proposed name ${name} LLC`,
      'Proposed principal office 7 Pier',
      'Type Limited Liability Company',
      'Status Active',
      'Taxes Overdue',
      'In good standing No',
      'Signed by Ada Lovelace',
      'paid with a voucher',
    ]) {
      expect(review.text).toContain(fact);
    }
    await review.decide(approve);
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Approved' });
    // The page still compares with the data before the approval.
    const later = shownText(await rosa.browser.open(`/portal/reviews/${review.id}`));
    expect(later).toContain(`Previous name ${filer.entityName} LLC New name ${name} LLC`);
  });

  it('leaves the entity unchanged on rejection', async () => {
    const filer = await aFiler(world);
    const id = await aSubmittedFiling(world, filer, { name: freshName() });
    await (await waiting(id)).decide(reject);
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Rejected' });
  });

  it('refuses a decision if the reviewer represents the entity', async () => {
    const filer = await aFiler(world);
    await represent(filer.entityId);
    const id = await aSubmittedFiling(world, filer, { name: freshName() });
    await expectOwn(await waiting(id));
  });

  it('refuses a decision if the reviewer signed it as a past representative', async () => {
    const entity = await aRepresentedEntity(world, rosa);
    const filer = {
      ...{ id: rosa.id, email: reviewerEmail, rpn: '', standardKey: await aStandardKey() },
      ...{ entityId: entity.id, entityName: String(entity['name']), agentKey: '' },
      path: `/api/v1/legal_entities/${entity.id}/amendments`,
    };
    const id = await aSubmittedFiling(world, filer, { name: freshName() });
    await representNoLonger(entity.id);
    await expectOwn(await waiting(id));
  });

  it('refuses a decision if the reviewer becomes a representative at the same time', async () => {
    const filer = await aFiler(world);
    const id = await aSubmittedFiling(world, filer, { name: freshName() });
    const review = await waiting(id);
    // This happens after the check and before the write.
    let began = false;
    const table = justBefore(world.deps.table, async () => {
      began = true;
      await represent(filer.entityId);
    });
    const decision = { decision: 'approve', reason: null } as const;
    await expect(
      decideReview(review.id, decision, personActor(rosa.id), { ...world.deps, table }),
    ).rejects.toMatchObject({ status: 403, extras: { code: 'review.own' } });
    expect(began).toBe(true);
    await expectOwn(await waiting(id));
  });
});

/** Returns a valid key of the reviewer. */
async function aStandardKey(): Promise<string> {
  return String(
    (await created(world, `/persons/${rosa.id}/api_keys`, { kind: 'standard' }))['key'],
  );
}

async function representNoLonger(entityId: string): Promise<void> {
  const path = `/legal_entities/${entityId}/representatives/${rosa.id}`;
  expect((await world.admin('DELETE', path)).status).toBe(200);
}

/** Makes the reviewer a representative of the entity. */
async function represent(entityId: string): Promise<void> {
  const { status } = await world.admin(
    'PUT',
    `/legal_entities/${entityId}/representatives/${rosa.id}`,
  );
  expect(status).toBe(200);
}

describe('the standing of a legal entity', () => {
  const ended = { terminationDate: '2021-01-01T00:00:00.000Z' };
  const good = 'The legal entity is in good standing today';
  const notGood = 'The legal entity is not in good standing today';
  const states = [
    {
      state: 'active, its taxes paid',
      change: { taxState: 'current' },
      owner: 'In good standing Its residency is active and its taxes are paid.',
      reviewer: 'Status Active Taxes All paid In good standing Yes',
      register: ['active', 'Status Active'],
      certificate: [true, good],
      isCertain: true,
    },
    {
      state: 'active, its taxes overdue',
      change: { taxState: 'overdue' },
      owner: 'Active, but not in good standing: its taxes are overdue',
      reviewer: 'Status Active Taxes Overdue In good standing No',
      register: ['active', 'Status Active'],
      certificate: [false, notGood],
      isCertain: false,
    },
    {
      state: 'active, its taxes not known',
      change: { taxState: 'unknown' },
      owner: 'Active, but its good standing is not confirmed',
      reviewer: 'Status Active Taxes Not known In good standing Not known',
      register: ['active', 'Status Active'],
      certificate: [false, 'The registry cannot confirm today that the legal entity is in good'],
      isCertain: false,
    },
    {
      state: 'expired',
      change: { taxState: 'current', residency: ended },
      owner: 'Not in good standing: its residency has expired',
      reviewer: 'Status Its residency has expired Taxes All paid In good standing No',
      register: ['expired', 'Status Expired'],
      certificate: [false, notGood],
      isCertain: false,
    },
    {
      state: 'dissolved',
      change: { dissolutionDate: '2021-01-01T00:00:00.000Z' },
      owner: 'Dissolved',
      reviewer: 'Status Dissolved Taxes All paid In good standing No',
      register: ['dissolved', 'Status Dissolved'],
      certificate: [false, notGood],
      isCertain: false,
    },
  ];

  it('is the same on every page, in every state', async () => {
    Object.assign(world.deps, { publicRegister: publishedFields });
    const filer = await aFiler(world);
    const request = await aRequest(world, filer.entityId, filer.standardKey);
    await payRequest(world, request, filer.standardKey);
    const filing = await aSubmittedFiling(world, filer, { name: freshName() });
    await world.settle();
    const code = await codeOf(world, request.id);
    const browser = await browserOf(world, filer);
    const stranger = visitor(world.baseUrl);
    const json = async (path: string) => {
      const answer = await fetch(world.baseUrl + path, { headers: { accept: 'application/json' } });
      return (await answer.json()) as Record<string, unknown>; // a route returns a JSON object
    };
    for (const { state, change, ...expected } of states) {
      const changed = await world.admin('PATCH', `/legal_entities/${filer.entityId}`, change);
      expect({ state, status: changed.status }).toEqual({ state, status: 200 });
      const { residentPermitNumber: rpn } = (
        changed.body as { data: { residentPermitNumber: string } }
      ).data; // just changed
      world.clock.now += 60_000;
      const owner = shownText(await browser.open(`/portal/legal-entities/${filer.entityId}`));
      expect(owner).toContain(expected.owner);
      expect((await waiting(filing)).text).toContain(expected.reviewer);
      const [status, line] = expected.register;
      expect(await json(`/register/${rpn}`)).toMatchObject({ data: { status } });
      const register = shownText(await stranger.open(`/register/${rpn}`));
      expect(register).toContain(line);
      expect(register).not.toContain('good standing');
      const [inGoodStanding, title] = expected.certificate;
      expect(await json(`/certificates/${code}`)).toMatchObject({ inGoodStanding });
      expect(shownText(await stranger.open(`/certificates/${code}`))).toContain(title);
      const credentials = shownText(await browser.open('/portal/credentials'));
      const offered = credentials.includes(`Good standing of ${filer.entityName}`);
      expect({ state, offered }).toEqual({ state, offered: expected.isCertain });
    }
  });
});

describe('the review page of a certificate request', () => {
  /** Returns a contested request with an uploaded proof, and its owner. */
  async function contested() {
    const owner = await aResident(world);
    const entity = await aRepresentedEntity(world, owner, { taxState: 'overdue' });
    const proof = { personId: owner.id, content: aPdf(), contentType: 'application/pdf' };
    const { id } = await storeTaxProof(proof, personActor(owner.id), world.deps);
    const contest = {
      note: 'Paid on 3 March.\n<img src=x onerror=alert(1)>',
      proofUrl: taxProofUrl(world.deps, id),
    };
    const request = await aRequest(world, entity.id, owner.standardKey, { contest });
    await payRequest(world, request, owner.standardKey);
    return { owner, entity, request };
  }

  it('shows the contest, its proof, the taxes and the standing, and accepts an approval', async () => {
    const { owner, entity, request } = await contested();
    const review = await waiting(request.id);
    for (const fact of [
      'Request for a Certificate of Good Standing',
      'Why it is reviewed The legal entity says its taxes are paid',
      'Explanation from the legal entity Paid on 3 March.',
      'paid with a voucher',
      `Legal entity ${entity['name']} LLC`,
      'Taxes Overdue',
      'In good standing No',
      `Email address ${owner.email}`,
    ]) {
      expect(review.text).toContain(fact);
    }
    expect(review.page.text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(await fileOn(review)).toBe(new TextDecoder().decode(aPdf()));
    await review.decide(approve);
    const issued = await readRequest(world, request, owner.standardKey);
    expect(issued).toMatchObject({ statusId: 'Issued' });
    // The reviewer found that the taxes are paid, so the register is updated.
    const { body } = await world.admin('GET', `/legal_entities/${entity.id}`);
    expect(body).toMatchObject({ data: { taxState: 'current' } });
    const code = await codeOf(world, request.id);
    const today = await fetch(`${world.baseUrl}/certificates/${code}`, {
      headers: { accept: 'application/json' },
    });
    expect(await today.json()).toMatchObject({ inGoodStanding: true });
  });

  it('shows the reason to the requester on rejection', async () => {
    const { owner, request } = await contested();
    await (await waiting(request.id)).decide(reject);
    const rejected = await readRequest(world, request, owner.standardKey);
    expect(rejected).toMatchObject({ statusId: 'Rejected' });
    const mail = world.mails.findLast(({ to }) => to === owner.email);
    expect(mail?.text).toContain('It is incomplete.');
  });

  it('refuses a decision if the reviewer represents the entity', async () => {
    const { entity, request } = await contested();
    await represent(entity.id);
    await expectOwn(await waiting(request.id));
  });
});

describe('a reviewer’s own case', () => {
  it('includes a certificate they requested, even after they stopped representing the entity', async () => {
    const entity = await aRepresentedEntity(world, rosa, { taxState: 'unknown' });
    const key = await aStandardKey();
    const request = await aRequest(world, entity.id, key);
    await payRequest(world, request, key);
    await representNoLonger(entity.id);
    await expectOwn(await waiting(request.id));
  });

  it('includes a residency application that claims their account', async () => {
    const { id } = await aResidencySubmission(world);
    const account = await findPerson(world.table, rosa.id);
    if (account === null) throw new Error('set-up: there is no reviewer');
    const person = personWrite({ ...account, residencyApplicationId: id });
    await transact(world.table, { person });
    await expectOwn(await waiting(id));
  });
});

describe('the review page of a residency application', () => {
  const hostile = { surname: '<script>alert(1)</script>', alternateNames: '"><b>x</b>' };

  /** Returns the account with the applicant's email address, as operators see it. */
  const accountIn = async ({ id }: { readonly id: string }) =>
    Object(await operatorOf(world).data('GET', `/residency_applications/${id}`)).account;

  /** Returns a submission with an attached file. */
  async function withProof(fields: ApplicationFields) {
    const application = await aResidencySubmission(world, fields);
    const objectKey = `proofs-of-address/${randomUUID()}`;
    await world.deps.documents.put({
      key: objectKey,
      content: aPdf(),
      contentType: 'application/pdf',
    });
    const proof = {
      id: randomUUID(),
      applicationId: application.id,
      integrationId: application.integrationId,
      contentType: 'application/pdf',
      size: 1,
      sha256: '0'.repeat(64),
      objectKey,
      createdAt: application.createdAt,
    };
    const data = { ...application.data, proofOfAddressUploadId: proof.id, swornStatement: null };
    await transact(world.table, {
      proof: newProofOfAddressWrite(proof),
      application: residencyApplicationWrite({ ...application, data }),
    });
    return application;
  }

  it('shows the applicant, proofs, agreement and fee, with all text escaped', async () => {
    const { id: integrationId } = await created(world, '/partner_integrations', {
      name: 'Harbour Partners',
    });
    const fields = { referralCode: 'BRING-GRACE', integrationId, applicant: hostile };
    const application = await withProof(fields);
    const review = await waiting(application.id);
    const { email, dateOfBirth } = application.data.personalDetails;
    for (const fact of [
      'Application for residency',
      'Residency applied for e-Resident, for one year',
      'Reason Business',
      'Partner Harbour Partners',
      'Referral code BRING-GRACE',
      'Name Grace &lt;script&gt;alert(1)&lt;/script&gt;',
      `Email address ${email}`,
      'Telephone +504 5550 0100',
      `Age at submission ${ageAt(dateOfBirth, String(application.submittedAt))}`,
      `Born ${formatDay(dateOfBirth)}, United States`,
      'Citizenships United States, Honduras',
      'Address 1 Navy Yard 10100 Port Town Honduras',
      'Other names &quot;&gt;&lt;b&gt;x&lt;/b&gt;',
      'Statement about other names Not confirmed. In the partner’s form, the applicant did not confirm a statement about other names. It is optional. If you need it, ask the applicant.',
      'Statement about criminal record Confirmed. In the partner’s form, the applicant confirmed what they state about their criminal record.',
      'Identity Verified. The history shows who recorded it.',
      'Agreement of Coexistence Signed by Grace B. Hopper',
      'Fee Paid',
    ]) {
      expect(review.text).toContain(fact);
    }
    expect(review.page.text).not.toContain('<script>alert');
    expect(await fileOn(review)).toBe(new TextDecoder().decode(aPdf()));
  });

  it('shows that no fee is due and who confirmed the address, and accepts an approval', async () => {
    const { id } = await aResidencySubmission(world, { residencyType: 'limited_e_resident' });
    const review = await waiting(id);
    for (const fact of [
      'Sworn statement signed by Grace Hopper',
      'Proof of address No file',
      'Fee No fee for this type of residency',
    ]) {
      expect(review.text).toContain(fact);
    }
    await review.decide(approve);
    expect(await stored(world, id)).toMatchObject({
      statusId: 'Approved',
      residentPermitNumber: expect.any(String),
    });
  });

  it('shows the reason to the applicant on rejection', async () => {
    const { id, data } = await aResidencySubmission(world);
    await (await waiting(id)).decide(reject);
    expect(await stored(world, id)).toMatchObject({ statusId: 'Rejected' });
    const mail = world.mails.findLast(({ to }) => to === data.personalDetails.email);
    expect(mail?.text).toContain('It is incomplete.');
  });

  it('shows no comparison if no account has the email address', async () => {
    const { id } = await aResidencySubmission(world);
    const { text } = await waiting(id);
    expect(text).not.toContain('Account with this email address');
    expect(text).not.toContain('Objections');
  });

  it('compares it with the account of the email address, and marks the differences', async () => {
    const { id: integrationId } = await created(world, '/partner_integrations', { name: 'Acme' });
    const holder = await aHolder(world, {
      ...{ givenName: 'grace', surname: '<b>Murray</b>', dateOfBirth: '1990-12-09' },
      ...{ countryOfBirth: 'HN', citizenships: ['HN', 'US'] },
    });
    const objected = await aResidencyDraft(world, {
      integrationId,
      applicant: { email: holder.email },
    });
    await (await askedIn(holder.browser, objected)).object();
    const application = await aResidencySubmission(world, {
      integrationId,
      applicant: { surname: 'Hopper', dateOfBirth: '1990-12-09', email: holder.email },
    });
    const unconfirmed = await waiting(application.id);
    for (const fact of [
      'Objections to applications of this partner 1',
      'Account with this email address The holder of the account has not confirmed the application',
      'Differences Surname, Country of birth',
      'In the application In the account',
      'Given name Grace grace',
      'Surname Different Hopper &lt;b&gt;Murray&lt;/b&gt;',
      'Date of birth 9 December 1990 9 December 1990',
      'Country of birth Different United States Honduras',
      'Citizenships United States, Honduras Honduras, United States',
      'Address 1 Navy Yard 10100 Port Town Honduras Not known',
    ]) {
      expect(unconfirmed.text).toContain(fact);
    }
    expect(await accountIn(application)).toEqual({
      personId: holder.id,
      status: 'unconfirmed',
      confirmedAt: null,
      differences: ['surname', 'countryOfBirth'],
      givenName: 'grace',
      surname: '<b>Murray</b>',
      dateOfBirth: '1990-12-09',
      sex: null,
      countryOfBirth: 'HN',
      citizenships: ['HN', 'US'],
      address: null,
      phoneNumber: null,
      residentPermitNumber: null,
      residencyActive: false,
    });
    await confirmIn(holder.browser, application);
    const review = await waiting(application.id);
    expect(review.text).toContain('The holder of the account has confirmed the application');
    expect(await accountIn(application)).toMatchObject({
      status: 'confirmed',
      confirmedAt: new Date(world.clock.now).toISOString(),
    });
    await review.decide(approve);
    expect(await stored(world, application.id)).toMatchObject({ personId: holder.id });
  });

  it.each<[string, string, (id: string) => Promise<unknown>]>([
    [
      'a deactivated account',
      'The account is deactivated',
      (id) => world.admin('POST', `/persons/${id}/deactivate`),
    ],
    ['an account that is not used', 'No one has signed in to the account', async () => undefined],
  ])('shows that the address belongs to %s', async (_, fact, change) => {
    const { id: personId, email } = await created(world, '/persons', {
      email: `standing-${randomUUID()}@people.example`,
    });
    await change(personId);
    const { id } = await aResidencySubmission(world, { applicant: { email: String(email) } });
    expect((await waiting(id)).text).toContain(fact);
  });

  it('refuses a decision on the reviewer’s own case', async () => {
    const email = reviewerEmail.toUpperCase();
    const { id } = await aResidencySubmission(world, { applicant: { email } });
    await expectOwn(await waiting(id));
  });
});
