import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  acceptAgreement,
  anUpload,
  aPartner,
  aPartnerDraft,
  applicationData,
  aReadyApplication,
  partnerCalls,
  refusalOf,
  seen,
  sworn,
} from '../support/partners.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00.000Z');
const partner = await aPartner(world);
const calls = partnerCalls(world, partner);
const iso = () => new Date(world.clock.now).toISOString();

describe('PATCH /api/v1/partner/residency_applications/{id}', () => {
  it('replaces all data, with a new version and a new agreement link', async () => {
    const first = applicationData({ alternateNames: 'Augusta', ...sworn });
    const information = { residencyReason: 'Business', referralSource: null };
    const draft = seen(await calls.create({ applicationData: { ...first, information } }));
    const second = applicationData({ email: first.personalDetails.email, surname: 'King' });
    const revised = seen(
      await calls.patch(draft.id, { expectedVersion: 1, applicationData: second }),
    );
    expect(revised).toEqual({
      ...draft,
      version: 2,
      applicationData: {
        ...draft.applicationData,
        personalDetails: {
          ...second.personalDetails,
          alternateNames: null,
          proofOfAddressUploadId: null,
        },
        information: { residencyReason: null, referralSource: null },
      },
      nextSteps: {
        ...draft.nextSteps,
        agreementUrl: expect.any(String),
        proofOfAddressRequired: true,
      },
    });
    expect(revised.nextSteps['agreementUrl']).not.toBe(draft.nextSteps['agreementUrl']);
    expect(seen(await calls.get(draft.id))).toEqual(revised);
  });

  it('returns 409 with the current version if another was expected', async () => {
    const { id, data } = await aPartnerDraft(world, partner);
    const patch = (expectedVersion: number) =>
      calls.patch(id, { expectedVersion, applicationData: data });
    expect((await patch(1)).status).toBe(200);
    for (const stale of [1, 3]) {
      const { status, body } = await patch(stale);
      expect({ status, body }).toEqual({
        status: 409,
        body: {
          error: 'Application was modified by another request',
          code: 'application.changed',
          currentVersion: 2,
          requestId: expect.any(String),
        },
      });
    }
    expect(refusalOf(await patch(0))).toBe('400 request.invalid_body');
    expect(refusalOf(await calls.patch(id, { applicationData: data }))).toBe(
      '400 request.invalid_body',
    );
  });

  it('voids the acceptance of the agreement, and the old link accepts nothing', async () => {
    const { id, data, draft } = await aPartnerDraft(world, partner);
    await acceptAgreement(world, draft);
    const accepted = seen(await calls.get(id));
    expect(accepted).toMatchObject({
      version: 2,
      applicationData: {
        aoc: { signed: true, signedByName: 'Ada Lovelace', signedAt: iso() },
      },
      nextSteps: { agreementUrl: null },
    });
    const personal = { ...data.personalDetails, phoneNumber: '+504 1' };
    const revised = seen(
      await calls.patch(id, {
        expectedVersion: 2,
        applicationData: { ...data, personalDetails: personal },
      }),
    );
    expect(revised.applicationData.aoc).toEqual(draft.applicationData.aoc);
    expect(revised.nextSteps['agreementUrl']).not.toBe(draft.nextSteps['agreementUrl']);
    await acceptAgreement(world, draft);
    expect(seen(await calls.get(id))).toEqual(revised);
    await acceptAgreement(world, revised);
    expect(seen(await calls.get(id))).toMatchObject({
      version: 4,
      nextSteps: { agreementUrl: null },
    });
  });

  it('keeps the acceptance if nothing changes, but raises the version', async () => {
    const { id, data, draft } = await aPartnerDraft(world, partner);
    await acceptAgreement(world, draft);
    const before = seen(await calls.get(id));
    const same = seen(await calls.patch(id, { expectedVersion: 2, applicationData: data }));
    expect(same).toEqual({ ...before, version: 3 });
  });

  it('attaches an upload of this application, and no other', async () => {
    const { id, data } = await aPartnerDraft(world, partner, 'e_resident', {});
    const other = await aPartnerDraft(world, partner);
    const attach = (proofOfAddressUploadId: string, expectedVersion = 1) =>
      calls.patch(id, {
        expectedVersion,
        applicationData: {
          ...data,
          personalDetails: { ...data.personalDetails, proofOfAddressUploadId },
        },
      });
    expect(refusalOf(await attach(await anUpload(world, partner, other.id)))).toBe(
      '404 proof_of_address.not_found',
    );
    expect(refusalOf(await attach(randomUUID()))).toBe('404 proof_of_address.not_found');
    const upload = await anUpload(world, partner, id);
    const attached = seen(await attach(upload.toUpperCase()));
    expect(attached.applicationData.personalDetails['proofOfAddressUploadId']).toBe(upload);
    expect(attached.nextSteps['proofOfAddressRequired']).toBe(false);
  });

  it('emails a claim link to a new address, and clears the access record of the previous one', async () => {
    const { id, data } = await aPartnerDraft(world, partner);
    await world.settle();
    world.clock.now += 60_000;
    const email = `moved-${id}@people.example`;
    const to = (address: string) => ({
      ...data,
      personalDetails: { ...data.personalDetails, email: address },
    });
    const same = data.personalDetails.email.toUpperCase();
    const respelled = seen(
      await calls.patch(id, { expectedVersion: 1, applicationData: to(same) }),
    );
    expect(respelled['applicantPortalAccess']).toMatchObject({
      claimLinkSentAt: new Date(world.clock.now - 60_000).toISOString(),
    });
    const moved = seen(await calls.patch(id, { expectedVersion: 2, applicationData: to(email) }));
    expect(moved['applicantPortalAccess']).toEqual({
      email,
      hasLoggedIn: false,
      lastLogin: null,
      claimLinkSent: true,
      claimLinkSentAt: iso(),
    });
    await world.settle();
    expect(world.mails.filter((mail) => mail.to === email)).toHaveLength(1);
    expect(seen(await calls.get(id))).toEqual(moved);
  });

  it('emails one link to an address that was corrected before the first email', async () => {
    const { id, data } = await aPartnerDraft(world, partner);
    const email = `corrected-${id}@people.example`;
    for (const [at, address] of [`mistyped-${id}@people.example`, email].entries()) {
      world.clock.now += 1;
      const personalDetails = { ...data.personalDetails, email: address };
      const body = { expectedVersion: at + 1, applicationData: { ...data, personalDetails } };
      seen(await calls.patch(id, body));
    }
    await world.settle();
    expect(world.mails.filter(({ to }) => to.includes(id)).map(({ to }) => to)).toEqual([email]);
    expect(world.mails.filter(({ to }) => to === data.personalDetails.email)).toEqual([]);
  });

  it('can’t change type or email address once paid, but can change everything else', async () => {
    const { id, data, application } = await aReadyApplication(world, partner);
    const patch = (fields: object) =>
      calls.patch(id, {
        expectedVersion: application.version,
        applicationData: { ...data, ...fields },
      });
    expect((await patch({ residencyType: 'resident_annual' })).body).toMatchObject({
      error: "The applicant's residencyType cannot be changed after the payment",
      code: 'application.locked_by_payment',
    });
    const personal = { ...data.personalDetails, email: 'other@people.example' };
    expect((await patch({ personalDetails: personal })).body).toMatchObject({
      error: "The applicant's email cannot be changed after the payment",
      code: 'application.locked_by_payment',
    });
    const named = { ...data.personalDetails, surname: 'King' };
    const revised = seen(await patch({ personalDetails: named }));
    // A different name: neither the agreement nor the verification applies any longer.
    expect(revised.nextSteps).toMatchObject({
      paymentRequired: false,
      verificationRequired: true,
      verificationInstructions: expect.any(String),
      agreementUrl: expect.any(String),
    });
  });

  it('is refused once the application is no longer a draft', async () => {
    const { id, data, application } = await aReadyApplication(world, partner);
    seen(await calls.submit(id));
    const body = { expectedVersion: application.version + 1, applicationData: data };
    expect(refusalOf(await calls.patch(id, body))).toBe('400 application.not_draft');
  });
});
