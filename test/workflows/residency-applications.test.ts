import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/db/keys.ts';
import { readAll } from '../../shared/db/page.ts';
import { findPerson, findPersonByEmail, readResidencies } from '../../shared/db/people.ts';
import { listPersonDocuments } from '../../shared/db/person-documents.ts';
import { findResident } from '../../shared/db/residents.ts';
import { documentIdOf } from '../../shared/usecases/document-id.ts';
import {
  type ApplicationFields,
  anApprovedResident,
  aResidencySubmission,
  stored,
} from '../support/applicants.ts';
import { readPdf } from '../support/pdf-text.ts';
import { signedIn } from '../support/portal.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { decideReview, reviewOf, reviewsOf } from '../support/submissions.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await aResident(world);
});
afterAll(() => world.stop());
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
const lettersTo = (email: string) => world.mails.filter(({ to }) => to === email);

/** A submission whose review waits. */
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
  it('waits for a reviewer as soon as the application is submitted', async () => {
    const { id, version } = await aResidencySubmission(world);
    await world.settle();
    expect(await reviewsOf(world, id)).toMatchObject([
      { subject: { type: 'residency_application', id }, status: 'pending' },
    ]);
    // Partners see nothing of it.
    expect(await stored(world, id)).toMatchObject({ version, dispatchedAt: now() });
  });

  it('makes the applicant a resident, whose number is verified at once', async () => {
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

  it('tells the applicant how to sign in, and lets them', async () => {
    const { data, residentPermitNumber } = await anApprovedResident(world);
    const { email } = data.personalDetails;
    expect(lettersTo(email).map(({ subject }) => subject)).toEqual([
      'Your application for residency was approved',
    ]);
    const { text } = lettersTo(email)[0] ?? {};
    expect(text).toContain(
      `your residency is e-Resident, and your resident permit number is ${residentPermitNumber}`,
    );
    expect(text).toContain(`${world.baseUrl}/portal/sign-in`);
    const { text: home } = await (await signedIn(world, email)).open('/portal');
    expect(home).toContain(String(residentPermitNumber));
  });

  it('gives the resident the agreement as it was signed', async () => {
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

  it('rejects with a reason, which the application and a mail tell', async () => {
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
    const letters = lettersTo(data.personalDetails.email);
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Your application for residency was not approved',
    ]);
    expect(letters[0]?.text).toContain('The reason: The address is not yours.');
    expect(await findPersonByEmail(world.table, data.personalDetails.email)).toBeNull();
  });

  it('counts the resident for the referral code of the application', async () => {
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

describe('an approval for somebody who has an account', () => {
  const details = { givenName: 'Grace', surname: 'Hopper', dateOfBirth: '1990-12-09' };
  let accounts = 0;
  const anAccount = (fields: object = {}) => {
    accounts += 1;
    const email = `known-${accounts}@people.example`;
    return created(world, '/persons', { email, ...fields });
  };

  it('completes the account, and leaves what else it has', async () => {
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

  it('counts it for the code of the application, unless another code has brought it', async () => {
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

  it('keeps the resident permit number and ends the residency before', async () => {
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
    // The number stands for both, the former one and the new one.
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
      'is somebody else’s',
      'The account with this e-mail address has another name or date of birth: correct the account, or reject the application',
      ({ id }) => world.admin('PATCH', `/persons/${id}`, { surname: 'Murray' }),
      {},
    ],
    [
      'has a residency that allows more',
      'The applicant has a residency that allows more, which the approval would end',
      ({ id }) => world.admin('POST', `/persons/${id}/residencies`, { residencyType: 'Resident' }),
      {},
    ],
  ])('goes back to the reviewers when the account %s', async (_, returnedReason, change) => {
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

describe('approvals that race', () => {
  it('two of one e-mail address make one person with one number', async () => {
    const email = 'twice@people.example';
    const applicant = { givenName: 'Grace', surname: 'Hopper', email };
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

  it('against ten registrations of the address: one account, whoever is first', async () => {
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
