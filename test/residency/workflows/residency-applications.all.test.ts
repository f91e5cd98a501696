import { beforeEach, describe, expect, it } from 'vitest';
import { listPersonDocuments } from '../../../shared/documents/db/documents.ts';
import { documentIdOf } from '../../../shared/documents/usecases/issue-document.ts';
import { keys } from '../../../shared/kernel/db/keys.ts';
import { readAll } from '../../../shared/kernel/db/page.ts';
import { transact } from '../../../shared/kernel/db/transact.ts';
import {
  findPerson,
  findPersonByEmail,
  readResidencies,
} from '../../../shared/people/db/people.ts';
import { findResident } from '../../../shared/people/db/residents.ts';
import { answerAsHolder } from '../../../shared/residency/usecases/answer-as-holder.ts';
import { carryOutReview } from '../../../shared/service/usecases/reviewed-filings.ts';
import { operatorOf } from '../../support/admin.ts';
import {
  type ApplicationFields,
  aMailedDraft,
  anApprovedResident,
  aResidencySubmission,
  claim,
  stored,
  submitted,
} from '../../support/applicants.ts';
import { reviewers } from '../../support/background.ts';
import { aHolder, askedIn, confirmIn, questionPath } from '../../support/holders.ts';
import { justBefore } from '../../support/just-before.ts';
import { plainText, readPdf } from '../../support/pdf-text.ts';
import { aDateOfBirth } from '../../support/people.ts';
import { shownText, signedIn } from '../../support/portal.ts';
import { aResident, created } from '../../support/registry.ts';
import { decideReview, reviewOf, reviewsOf } from '../../support/submissions.ts';
import { useWorld } from '../../support/use-world.ts';
import { visitor } from '../../support/visitor.ts';

const world = await useWorld();
const ada = await aResident(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();
const verify = async (rpn: string) => {
  const { body } = await world.call('POST', '/api/v1/verify_rpn', {
    key: ada.standardKey,
    body: { rpn },
  });
  return body;
};
const emailsTo = (email: string) => world.mails.filter(({ to }) => to === email);

/** A submission with a pending review. */
async function underReview(fields: ApplicationFields = {}) {
  const application = await aResidencySubmission(world, fields);
  await world.settle();
  return { ...application, reviewId: (await reviewOf(world, application.id)).id };
}

async function approve(reviewId: string) {
  await decideReview(world, reviewId, { decision: 'approve' });
  await world.settle();
}

describe('the review of a residency application', () => {
  it('is pending as soon as the application is submitted', async () => {
    const { id, version } = await aResidencySubmission(world);
    await world.settle();
    expect(await reviewsOf(world, id)).toMatchObject([
      { subject: { type: 'residency_application', id }, status: 'pending' },
    ]);
    // Partners don't see the dispatch.
    expect(await stored(world, id)).toMatchObject({ version, dispatchedAt: now() });
  });

  it('makes the applicant a resident, whose permit number can be verified immediately', async () => {
    const application = await underReview();
    await approve(application.reviewId);
    const approved = await stored(world, application.id);
    const { personId, residentPermitNumber } = approved;
    expect(approved).toEqual({
      ...application,
      reviewId: undefined,
      revision: approved.revision,
      version: application.version + 1,
      statusId: 'Approved',
      approvedAt: now(),
      updatedAt: now(),
      personId: expect.any(String),
      residentPermitNumber: expect.stringMatching(/^9\d{13}$/),
      residencyEffectiveDate: now(),
      dispatchedAt: expect.any(String),
    });
    const { email, alternateNamesAttestation: _, ...details } = application.data.personalDetails;
    const { alternateNames: __, criminalBackgroundAttestation: ___, ...known } = details;
    const { aocId, slug, version, acceptedAt } = application.agreement;
    const residency = {
      id: expect.any(String),
      residencyType: 'e-Resident',
      effectiveDate: now(),
      terminationDate: new Date(
        new Date(world.clock.now).setUTCFullYear(new Date(world.clock.now).getUTCFullYear() + 1),
      ).toISOString(),
      createdAt: now(),
      applicationId: application.id,
      replaced: { last: null, ended: [] },
      agreement: {
        aocId,
        slug,
        version,
        signedByName: 'Grace B. Hopper',
        signedAt: acceptedAt,
        documentId: documentIdOf(application.id, 'agreement-of-coexistence'),
      },
    };
    expect(await findPerson(world.table, personId ?? '')).toEqual({
      ...known,
      id: personId,
      email,
      emailVerified: false,
      residentPermitNumber,
      residency,
      identityVerification: {
        id: application.verification.id,
        status: 'approved',
        verifiedAt: application.verification.verifiedAt,
        documentType: null,
      },
      status: 'active',
      activeKeys: 0,
      credentialEpoch: 0,
      referralCode: null,
      residencyApplicationId: application.id,
      createdAt: now(),
      version: 1,
    });
    expect(await readResidencies(world.table, personId ?? '')).toEqual([residency]);
    expect(await verify(residentPermitNumber ?? '')).toEqual({
      result: 'found_natural_person',
      active: true,
    });
  });

  it('emails the applicant how to sign in, and they can', async () => {
    const { data, residentPermitNumber } = await anApprovedResident(world);
    const { email } = data.personalDetails;
    expect(emailsTo(email).map(({ subject }) => subject)).toEqual([
      'We received your application for residency',
      'Application for residency approved',
    ]);
    const { text } = emailsTo(email)[1] ?? {};
    expect(text).toContain(
      `Your residency type is e-Resident, and your resident permit number is ${residentPermitNumber}`,
    );
    expect(text).toContain(`${world.baseUrl}/portal/sign-in`);
    const { text: home } = await (await signedIn(world, email)).open('/portal');
    expect(home).toContain(String(residentPermitNumber));
  });

  it('gives the resident the signed agreement', async () => {
    const { id, personId, residentPermitNumber, agreement, approvedAt } = await anApprovedResident(
      world,
      { residencyType: 'resident_annual' },
    );
    const [document, ...more] = await listPersonDocuments(world.table, personId ?? '');
    expect(more).toEqual([]);
    expect(document).toEqual({
      id: documentIdOf(id, 'agreement-of-coexistence'),
      personId,
      name: 'Agreement of Coexistence for Residents',
      slug: agreement.slug,
      version: agreement.version,
      visibility: 'visible',
      contentType: 'application/pdf',
      size: expect.any(Number),
      sha256: expect.any(String),
      objectKey: expect.any(String),
      createdAt: approvedAt,
    });
    const url = await world.deps.documents.url(
      { key: document?.objectKey ?? '', contentType: 'application/pdf', fileName: 'a.pdf' },
      60,
    );
    const pdf = readPdf(new Uint8Array(await (await fetch(url)).arrayBuffer()));
    const text = pdf.texts.map((each) => each.text).join(' ');
    for (const part of [
      'Grace B. Hopper',
      String(residentPermitNumber),
      'is admitted as a Resident',
    ]) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(part);
    }
  });

  it('prints a verification code on the agreement, whose page shows whether it is still valid', async () => {
    const { id, personId, residentPermitNumber, agreement, data, approvedAt } =
      await anApprovedResident(world);
    const [document] = await listPersonDocuments(world.table, personId ?? '');
    const url = await world.deps.documents.url(
      { key: document?.objectKey ?? '', contentType: 'application/pdf', fileName: 'a.pdf' },
      60,
    );
    const text = plainText(readPdf(new Uint8Array(await (await fetch(url)).arrayBuffer())));
    const printed = /Verification code ((?:[2-9A-HJ-NP-Z]{4}\s+){4})/.exec(text)?.[1] ?? '';
    const code = printed.replaceAll(/\s/g, '');
    const look = () =>
      world.call('GET', `/certificates/${code}`, { headers: { accept: 'application/json' } });
    const name = `Grace ${data.personalDetails.surname}`;
    const genuine = {
      genuine: true,
      type: 'agreement_of_coexistence',
      resident: { name, residentPermitNumber },
      residencyType: 'e-Resident',
      agreementVersion: agreement.version,
      effectiveDate: approvedAt,
      signedAt: agreement.acceptedAt,
      issuedAt: approvedAt,
      active: true,
      sha256: document?.sha256,
      annulledAt: null,
    };
    expect(await look()).toMatchObject({ status: 200, body: genuine });
    const page = await visitor(world.baseUrl).open(`/certificates/${code}`);
    for (const said of ['This document is genuine', name, String(residentPermitNumber)]) {
      expect(shownText(page)).toContain(said);
    }
    const [residency] = await readResidencies(world.table, personId ?? '');
    const path = `/persons/${personId}/residencies/${residency?.id}/annul`;
    await world.admin('POST', path, { reasonCode: 'duplicate', reason: 'Twice' });
    expect((await look()).body).toEqual({ ...genuine, active: false, annulledAt: now() });
    const after = await visitor(world.baseUrl).open(`/certificates/${code}`);
    expect(shownText(after)).toContain('This document is no longer valid');
    await transact(world.table, {
      application: { remove: { Key: keys.residencyApplication(id) } },
    });
    expect((await look()).status).toBe(404);
  });

  it('rejects with a reason, which the application and an email state', async () => {
    const { id, reviewId, data, version } = await underReview();
    await decideReview(world, reviewId, {
      decision: 'reject',
      reason: 'The address is not yours.',
    });
    await world.settle();
    expect(await stored(world, id)).toMatchObject({
      statusId: 'Rejected',
      version: version + 1,
      rejectedAt: now(),
      rejectedReason: 'The address is not yours.',
      personId: null,
    });
    const emails = emailsTo(data.personalDetails.email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'We received your application for residency',
      'Application for residency rejected',
    ]);
    expect(emails[1]?.text).toContain('Reason: The address is not yours.');
    expect(await findPersonByEmail(world.table, data.personalDetails.email)).toBeNull();
  });

  it('credits the resident to the application’s referral code', async () => {
    const owner = { ownerType: 'natural_person', ownerId: ada.id };
    await created(world, '/referral_codes', { code: 'bring-grace', ...owner });
    const { personId } = await anApprovedResident(world, { referralCode: 'Bring-Grace' });
    const { body } = await world.call('GET', '/api/v1/referral-codes/bring-grace/referrals', {
      key: ada.standardKey,
    });
    expect(await findPerson(world.table, personId ?? '')).toMatchObject({
      referralCode: 'BRING-GRACE',
    });
    expect(JSON.stringify(body)).toContain('Grace Hopper');
  });
});

describe('an approval for someone who has an account', () => {
  let details = { givenName: 'Grace', surname: 'Hopper', dateOfBirth: '' };
  beforeEach(() => {
    details = { ...details, dateOfBirth: aDateOfBirth() };
  });
  let accounts = 0;
  const anAccount = (fields: object = {}) => {
    accounts += 1;
    const email = `known-${accounts}@people.example`;
    return created(world, '/persons', { email, ...fields });
  };

  it('completes the account, and keeps its other details', async () => {
    const { id, email } = await anAccount({ givenName: 'GRACE' });
    const { personId, residentPermitNumber } = await anApprovedResident(world, {
      applicant: { ...details, email: String(email).toUpperCase() },
    });
    expect(personId).toBe(id);
    expect(await findPerson(world.table, id)).toMatchObject({
      ...details,
      email,
      residentPermitNumber,
      residency: { residencyType: 'e-Resident' },
    });
  });

  it('credits the application’s referral code, unless the account has another one', async () => {
    const owner = { ownerType: 'natural_person', ownerId: ada.id };
    await created(world, '/referral_codes', { code: 'first', ...owner });
    await created(world, '/referral_codes', { code: 'second', ...owner });
    const unbrought = await anAccount();
    const brought = await anAccount({ referralCode: 'first' });
    for (const { email } of [unbrought, brought]) {
      await anApprovedResident(world, {
        referralCode: 'second',
        applicant: { email: String(email), surname: 'Counted' },
      });
    }
    expect(await findPerson(world.table, unbrought.id)).toMatchObject({ referralCode: 'SECOND' });
    expect(await findPerson(world.table, brought.id)).toMatchObject({ referralCode: 'FIRST' });
    const referred = async (code: string) =>
      (await readAll(world.table, { value: keys.referralCode(code).pk, prefix: 'PERSON#' })).map(
        ({ personId }) => personId,
      );
    expect(await referred('first')).toEqual([brought.id]);
    expect(await referred('second')).toEqual([unbrought.id]);
  });

  it('keeps the resident permit number and ends the previous residency', async () => {
    const { id, email } = await anAccount(details);
    const former = await created(world, `/persons/${id}/residencies`, {
      residencyType: 'Limited e-Resident',
      effectiveDate: '2025-01-01',
    });
    // Residencies are listed in the order in which they were granted.
    world.clock.now += 60_000;
    const { residentPermitNumber } = await anApprovedResident(world, {
      applicant: { ...details, email: String(email) },
    });
    expect(residentPermitNumber).toBe(former['residentPermitNumber']);
    expect(await readResidencies(world.table, id)).toMatchObject([
      { residencyType: 'Limited e-Resident', terminationDate: now() },
      { residencyType: 'e-Resident', effectiveDate: now() },
    ]);
    // The number is valid for both the previous and the new residency.
    expect(await findResident(world.table, String(residentPermitNumber))).toMatchObject({
      ownerId: id,
      periods: [
        { effectiveDate: '2025-01-01T00:00:00.000Z', terminationDate: now() },
        { effectiveDate: now() },
      ],
    });
    expect(await verify(String(residentPermitNumber))).toEqual({
      result: 'found_natural_person',
      active: true,
    });
  });

  it.each<[string, string, (account: { id: string }) => Promise<unknown>, object]>([
    [
      'is deactivated',
      'The account of the applicant is deactivated',
      ({ id }) => world.admin('POST', `/persons/${id}/deactivate`),
      {},
    ],
    [
      'is someone else’s, and no one has signed in to it',
      'The account with this e-mail address has another name or date of birth, and its owner has never signed in. Correct the account, or reject the application.',
      ({ id }) => world.admin('PATCH', `/persons/${id}`, { surname: 'Murray' }),
      {},
    ],
    [
      'has a residency with more rights',
      'The applicant has a residency that allows more, and the approval would end it',
      ({ id }) => world.admin('POST', `/persons/${id}/residencies`, { residencyType: 'Resident' }),
      {},
    ],
    [
      'has a holder who has not confirmed the application',
      'The owner of the account with this e-mail address has not confirmed the current application. We have asked them again.',
      async ({ id }) => signedIn(world, (await findPerson(world.table, id))?.email ?? ''),
      {},
    ],
  ])('goes back to the reviewers if the account %s', async (_, returnedReason, change) => {
    const account = await anAccount(details);
    const application = await underReview({
      applicant: { ...details, email: String(account['email']) },
    });
    await change(account);
    const before = await findPerson(world.table, account.id);
    await approve(application.reviewId);
    expect(await reviewOf(world, application.id)).toMatchObject({
      status: 'pending',
      returnedReason,
      decidedAt: null,
    });
    expect(await stored(world, application.id)).toMatchObject({ statusId: 'Pending Review' });
    expect(await findPerson(world.table, account.id)).toEqual(before);
  });
});

describe('an approval for an account in use', () => {
  const holderData = { givenName: 'Ada', surname: 'Lovelace', dateOfBirth: '1990-12-10' };

  it('is returned until its holder confirms, who is asked again; a different name is accepted then', async () => {
    const holder = await aHolder(world, holderData);
    const applicant = { givenName: 'Augusta', surname: 'King', email: holder.email };
    const application = await underReview({ applicant });
    const mails = emailsTo(holder.email).length;
    await approve(application.reviewId);
    expect(await reviewOf(world, application.id)).toMatchObject({ status: 'pending' });
    const asked = emailsTo(holder.email).slice(mails);
    expect(asked.map(({ subject }) => subject)).toEqual(['Confirm your application for residency']);
    expect(asked[0]?.text).toContain(`${world.baseUrl}${questionPath(application)}`);
    await confirmIn(holder.browser, application);
    await approve(application.reviewId);
    expect(await stored(world, application.id)).toMatchObject({
      statusId: 'Approved',
      personId: holder.id,
    });
    expect(await findPerson(world.table, holder.id)).toMatchObject({
      givenName: 'Augusta',
      surname: 'King',
    });
    // It is too late for an objection.
    const { page, object } = await askedIn(holder.browser, application);
    expect(shownText(page)).toContain('You can no longer object');
    expect((await object()).status).toBe(409);
    expect(await stored(world, application.id)).toMatchObject({ statusId: 'Approved' });
  });

  it('needs a new confirmation after the account was deactivated', async () => {
    const holder = await aHolder(world, holderData);
    const application = await underReview({ applicant: { ...holderData, email: holder.email } });
    await confirmIn(holder.browser, application);
    await world.admin('POST', `/persons/${holder.id}/deactivate`);
    await approve(application.reviewId);
    expect(await reviewOf(world, application.id)).toMatchObject({
      returnedReason: 'The account of the applicant is deactivated',
    });
    await world.admin('POST', `/persons/${holder.id}/reactivate`);
    await approve(application.reviewId);
    expect(await reviewOf(world, application.id)).toMatchObject({
      status: 'pending',
      returnedReason: expect.stringContaining('has not confirmed'),
    });
    await confirmIn(await signedIn(world, holder.email), application);
    await approve(application.reviewId);
    expect(await stored(world, application.id)).toMatchObject({ statusId: 'Approved' });
  });

  it('needs no confirmation if the account was opened with this application’s claim link', async () => {
    const { application, path, email } = await aMailedDraft(world);
    await claim(world, path);
    await submitted(world, application);
    await world.settle();
    await approve((await reviewOf(world, application.id)).id);
    expect(await stored(world, application.id)).toMatchObject({ statusId: 'Approved' });
    // Another application for the account does need it.
    const other = await underReview({ applicant: { email } });
    await approve(other.reviewId);
    expect(await stored(world, other.id)).toMatchObject({ statusId: 'Pending Review' });
  });
});

describe('an applicant’s own referral code', () => {
  const grantOf = async (id: string) => {
    const { body } = await world.admin('GET', `/audit?subjectId=${id}&action=residency.granted`);
    return Object(body).data[0].details;
  };

  it('is not credited, also if an entity they represent owns it, and only the audit trail shows it', async () => {
    for (const ownerType of ['natural_person', 'legal_entity'] as const) {
      const details = { givenName: 'Test', surname: 'Resident', dateOfBirth: aDateOfBirth() };
      const account = await aResident(world);
      const entity = await created(world, '/legal_entities', {
        ...{ optionId: 'llc', name: `Own ${account.id}`, extension: 'LLC' },
        representatives: [account.id],
      });
      const ownerId = ownerType === 'natural_person' ? account.id : entity.id;
      const fields = { ownerType, ownerId, selfReferralEnabled: false };
      const { code } = await created(world, '/referral_codes', fields);
      const applied = async (applicant: object) =>
        anApprovedResident(world, {
          residencyType: 'resident_annual',
          referralCode: String(code),
          applicant,
        });
      world.clock.now += 60_000;
      const own = await applied({ ...details, email: account.email });
      expect(own).toMatchObject({ statusId: 'Approved', referralCode: code });
      expect(await findPerson(world.table, account.id)).toMatchObject({ referralCode: null });
      expect(await grantOf(account.id)).toMatchObject({ referral: 'own' });
      const { personId } = await applied({});
      expect(await findPerson(world.table, personId ?? '')).toMatchObject({ referralCode: code });
      const brought = await readAll(world.table, {
        value: keys.referralCode(String(code)).pk,
        prefix: 'PERSON#',
      });
      expect(brought.map((each) => each['personId'])).toEqual([personId]);
      world.clock.now += 60_000;
      await world.admin('PATCH', `/referral_codes/${code}`, { selfReferralEnabled: true });
      await applied({ ...details, email: account.email });
      expect(await grantOf(account.id)).toMatchObject({ referral: 'credited' });
    }
  });

  it('is not credited if the applicant becomes a representative during the approval', async () => {
    const account = await aResident(world);
    const entity = await created(world, '/legal_entities', {
      ...{ optionId: 'llc', name: `Soon ${account.id}`, extension: 'LLC' },
    });
    const owner = { ownerType: 'legal_entity', ownerId: entity.id };
    const { code } = await created(world, '/referral_codes', owner);
    const { reviewId, id } = await underReview({
      residencyType: 'resident_annual',
      referralCode: String(code),
      applicant: { givenName: 'Test', surname: 'Resident', email: account.email },
    });
    await decideReview(world, reviewId, { decision: 'approve' });
    const table = justBefore(world.table, () =>
      world.admin('PUT', `/legal_entities/${entity.id}/representatives/${account.id}`),
    );
    expect(await carryOutReview(reviewId, { ...world.deps, table })).toBe('approved');
    expect(await stored(world, id)).toMatchObject({ statusId: 'Approved' });
    expect(await findPerson(world.table, account.id)).toMatchObject({ referralCode: null });
  });
});

describe('an applicant who may already have a permit number', () => {
  const twice = (surname: string) => ({
    applicant: { givenName: 'Ada', surname, dateOfBirth: '1985-12-10' },
  });
  const shown = (reviewId: string) => operatorOf(world).data('GET', `/reviews/${reviewId}`);

  it('is shown with the similar person, and approved only with a reason', async () => {
    const { personId, residentPermitNumber } = await anApprovedResident(world, twice('Byron'));
    const { id, reviewId } = await underReview(twice('Byron King'));
    expect(await shown(reviewId)).toMatchObject({
      similarPeople: [
        {
          id: personId,
          givenName: 'Ada',
          surname: 'Byron',
          dateOfBirth: '1985-12-10',
          citizenships: ['US', 'HN'],
          residentPermitNumber,
          reasons: ['similar_name', 'same_citizenship'],
        },
      ],
    });
    const refused = await decideReview(world, reviewId, { decision: 'approve' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'person.may_have_permit', similarPeople: [personId] },
    });
    const samePersonReason = 'Another passport and another face.';
    await decideReview(world, reviewId, { decision: 'approve', samePersonReason });
    await world.settle();
    expect(await stored(world, id)).toMatchObject({ statusId: 'Approved' });
    expect(await shown(reviewId)).toMatchObject({ status: 'approved', similarPeople: [] });
  });

  it('can be rejected without such a reason', async () => {
    await anApprovedResident(world, twice('Milbanke'));
    const { id, reviewId } = await underReview(twice('Milbanke'));
    await decideReview(world, reviewId, { decision: 'reject', reason: 'You have a permit.' });
    await world.settle();
    expect(await stored(world, id)).toMatchObject({ statusId: 'Rejected' });
  });

  it('gets one permit number if two of their applications are approved in parallel', async () => {
    const one = await underReview(twice('Noel'));
    const other = await underReview(twice('Noel'));
    for (const { reviewId } of [one, other])
      await decideReview(world, reviewId, { decision: 'approve' });
    // The other is carried out after this one has read similar people, and before it is written.
    const table = justBefore(world.table, () => carryOutReview(other.reviewId, world.deps));
    expect(await carryOutReview(one.reviewId, { ...world.deps, table })).toBe('returned');
    await world.settle();
    expect(await stored(world, other.id)).toMatchObject({ statusId: 'Approved' });
    expect(await shown(one.reviewId)).toMatchObject({
      status: 'pending',
      returnedReason: expect.stringContaining('may be the same person'),
      similarPeople: [{ reasons: ['same_name', 'same_citizenship'] }],
    });
    await decideReview(world, one.reviewId, { decision: 'approve', samePersonReason: 'Twins.' });
    await world.settle();
    expect(await stored(world, one.id)).toMatchObject({ statusId: 'Approved' });
  });

  it('is returned to the reviewers if someone similar gets a permit number after the reason was given', async () => {
    await anApprovedResident(world, twice('Gordon'));
    const { reviewId } = await underReview(twice('Gordon'));
    await decideReview(world, reviewId, { decision: 'approve', samePersonReason: 'Twins.' });
    const person = { givenName: 'Ada', surname: 'Gordon', dateOfBirth: '1985-12-10' };
    const { id } = await created(world, '/persons', { ...person, email: 'third@people.example' });
    const grant = { residencyType: 'Resident', samePersonReason: 'Triplets.' };
    await created(world, `/persons/${id}/residencies`, grant);
    expect(await carryOutReview(reviewId, world.deps)).toBe('returned');
  });
});

describe('an objection during the review', () => {
  it('rejects the application and its review, which is no longer listed as pending', async () => {
    const { email, browser } = await aHolder(world);
    const application = await underReview({ applicant: { email } });
    const { object } = await askedIn(browser, application);
    expect((await object()).status).toBe(303);
    const reason = 'The person at this e-mail address has objected to the application.';
    expect(await stored(world, application.id)).toMatchObject({
      statusId: 'Rejected',
      rejectedReason: reason,
    });
    expect(await reviewOf(world, application.id)).toMatchObject({ status: 'rejected', reason });
    const { body } = await world.admin('GET', '/reviews?status=pending');
    expect(JSON.stringify(body)).not.toContain(application.reviewId);
    const late = await decideReview(world, application.reviewId, { decision: 'approve' });
    expect(late.status).toBe(409);
  });

  it('before the review is created leaves no pending review, and notifies no reviewer', async () => {
    const { email, browser } = await aHolder(world);
    const application = await aResidencySubmission(world, { applicant: { email } });
    const before = emailsTo(reviewers).length;
    const { object } = await askedIn(browser, application);
    await object();
    await world.settle();
    expect(await reviewOf(world, application.id)).toMatchObject({ status: 'rejected' });
    expect(emailsTo(reviewers)).toHaveLength(before);
    expect((await stored(world, application.id)).stuckAt).toBeUndefined();
  });

  it.each(['approve', 'reject'] as const)(
    'after a reviewer’s %s but before it takes effect wins',
    async (decision) => {
      const { email, browser } = await aHolder(world);
      const application = await underReview({ applicant: { email } });
      await confirmIn(browser, application);
      await decideReview(world, application.reviewId, { decision, reason: 'Because.' });
      const { object } = await askedIn(browser, application);
      expect((await object()).status).toBe(303);
      await world.settle();
      const after = await stored(world, application.id);
      expect(after).toMatchObject({ statusId: 'Rejected', objectedAt: expect.any(String) });
      expect(after.stuckAt).toBeUndefined();
      expect(await reviewOf(world, application.id)).toMatchObject({ status: 'rejected' });
      expect(await carryOutReview(application.reviewId, world.deps)).toBe('rejected');
    },
  );

  it.each(['approve', 'reject'] as const)(
    'between the reads of the review and of the application wins over the %s',
    async (decision) => {
      const { email, browser } = await aHolder(world);
      const { id, reviewId } = await underReview({ applicant: { email } });
      await decideReview(world, reviewId, { decision, reason: 'Because.' });
      const { object } = await askedIn(browser, { id });
      const table = justBefore(world.table, object, `RESIDENCY_APPLICATION#${id}`);
      expect(await carryOutReview(reviewId, { ...world.deps, table })).toBe('rejected');
      expect(await stored(world, id)).toMatchObject({ objectedAt: now() });
    },
  );

  it('between the approval’s read and its write wins, and no residency is granted', async () => {
    const { id, email, browser } = await aHolder(world);
    const application = await underReview({ applicant: { email } });
    await confirmIn(browser, application);
    await decideReview(world, application.reviewId, { decision: 'approve' });
    const { object } = await askedIn(browser, application);
    const table = justBefore(world.table, object);
    expect(await carryOutReview(application.reviewId, { ...world.deps, table })).toBe('rejected');
    await world.settle();
    expect(await stored(world, application.id)).toMatchObject({ statusId: 'Rejected' });
    expect(await findPerson(world.table, id)).toMatchObject({ residentPermitNumber: null });
  });

  it('loses to an approval between its own read and write', async () => {
    const { id, email, browser } = await aHolder(world);
    const application = await underReview({ applicant: { email } });
    await confirmIn(browser, application);
    await decideReview(world, application.reviewId, { decision: 'approve' });
    const table = justBefore(world.table, () => carryOutReview(application.reviewId, world.deps));
    const answer = { decision: 'object' } as const;
    expect(await answerAsHolder(application.id, answer, id, { ...world.deps, table })).toBe(
      'decided',
    );
    await world.settle();
    expect(await stored(world, application.id)).toMatchObject({
      statusId: 'Approved',
      personId: id,
    });
    expect(await findPerson(world.table, id)).toMatchObject({
      residentPermitNumber: expect.any(String),
    });
  });

  it('in parallel with an approval: exactly one of them takes full effect', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, email, browser } = await aHolder(world);
      const application = await underReview({ applicant: { email } });
      await confirmIn(browser, application);
      await decideReview(world, application.reviewId, { decision: 'approve' });
      const { object } = await askedIn(browser, application);
      const [{ status }] = await Promise.all([object(), world.settle()]);
      const after = await stored(world, application.id);
      const approved = after.statusId === 'Approved';
      expect(status).toBe(approved ? 409 : 303);
      expect(await reviewOf(world, application.id)).toMatchObject({
        status: approved ? 'approved' : 'rejected',
      });
      const person = await findPerson(world.table, id);
      expect(person?.residentPermitNumber !== null).toBe(approved);
    }
  });
});

describe('parallel approvals', () => {
  it('of two applications with one email address create one person with one permit number', async () => {
    const email = 'twice@people.example';
    const dateOfBirth = aDateOfBirth();
    const applicant = { givenName: 'Grace', surname: 'Hopper', dateOfBirth, email };
    const reviews = [await underReview({ applicant }), await underReview({ applicant })];
    await Promise.all(
      reviews.map(({ reviewId }) => decideReview(world, reviewId, { decision: 'approve' })),
    );
    await world.settle();
    const person = await findPersonByEmail(world.table, email);
    const admitted = {
      statusId: 'Approved',
      personId: person?.id,
      residentPermitNumber: person?.residentPermitNumber,
    };
    const approved = await Promise.all(reviews.map(({ id }) => stored(world, id)));
    expect(approved).toMatchObject([admitted, admitted]);
    // The second year follows the first.
    const residencies = await readResidencies(world.table, person?.id ?? '');
    const years = residencies.map(({ terminationDate }) => terminationDate?.slice(0, 4));
    const year = new Date(world.clock.now).getUTCFullYear();
    expect(years.toSorted()).toEqual([String(year), String(year + 2)]);
  });

  it.each(['BORN#', 'EMAIL#'])(
    'both succeed if the other is carried out before one reads %s',
    async (part) => {
      const email = `${part.toLowerCase().slice(0, -1)}@people.example`;
      const applicant = {
        givenName: 'Grace',
        surname: 'Hopper',
        dateOfBirth: aDateOfBirth(),
        email,
      };
      const [one, other] = [await underReview({ applicant }), await underReview({ applicant })];
      for (const { reviewId } of [one, other])
        await decideReview(world, reviewId, { decision: 'approve' });
      const event = () => carryOutReview(other.reviewId, world.deps);
      const table = justBefore(world.table, event, part);
      expect(await carryOutReview(one.reviewId, { ...world.deps, table })).toBe('approved');
      const { personId } = await stored(world, one.id);
      expect(await stored(world, other.id)).toMatchObject({ statusId: 'Approved', personId });
    },
  );

  it('in parallel with ten registrations of the address create one account', async () => {
    const email = 'raced@people.example';
    const { id, reviewId } = await underReview({ applicant: { email } });
    await decideReview(world, reviewId, { decision: 'approve' });
    const registrations = Array.from({ length: 10 }, () =>
      world.admin('POST', '/persons', { email }),
    );
    const [answers] = await Promise.all([Promise.all(registrations), world.settle()]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const person = await findPersonByEmail(world.table, email);
    expect(await stored(world, id)).toMatchObject({ statusId: 'Approved', personId: person?.id });
    expect(person?.residentPermitNumber).toMatch(/^9/);
  });
});
