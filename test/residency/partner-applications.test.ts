import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { residencyAgreementIds } from '../../shared/documents/agreements/residency-agreement.ts';
import { personDocumentWrite } from '../../shared/documents/db/documents.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { AgreementDocuments } from '../../shared/residency/contracts/partner-application.ts';
import { residencyAgreementDocumentId } from '../../shared/residency/usecases/residency-agreement.ts';
import { textInForce } from '../support/agreements.ts';
import { anApprovedResident } from '../support/applicants.ts';
import {
  acceptAgreement,
  aPartner,
  aPartnerDraft,
  partnerCalls,
  refusalOf,
  seen,
  sworn,
  verify,
} from '../support/partners.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00.000Z');
const partner = await aPartner(world);
const stranger = await aPartner(world);
const calls = partnerCalls(world, partner);
const iso = () => new Date(world.clock.now).toISOString();
const notFound = {
  status: 404,
  body: {
    error: 'Residency application not found',
    code: 'application.not_found',
    requestId: expect.any(String),
  },
};

describe('POST …/submit', () => {
  it('returns what is missing, step by step, and submits in the end', async () => {
    const { id, data, draft } = await aPartnerDraft(world, partner, 'e_resident', {});
    const refusal = async () => refusalOf(await calls.submit(id));
    expect(await refusal()).toBe('400 application.agreement_required');
    await acceptAgreement(world, draft);
    expect(await refusal()).toBe('400 application.proof_of_address_required');
    const details = { ...data.personalDetails, ...sworn };
    const revised = seen(
      await calls.patch(id, {
        expectedVersion: 2,
        applicationData: { ...data, personalDetails: details },
      }),
    );
    await acceptAgreement(world, revised);
    expect(await refusal()).toBe('400 application.payment_required');
    const { code } = await created(world, '/vouchers', { kind: 'full' });
    const paid = await calls.pay(id, String(code));
    expect(paid.body).toMatchObject({ success: true, data: { version: 5, statusId: 'Draft' } });
    expect(await refusal()).toBe('400 application.identity_verification_required');
    await verify(world, id, 'declined');
    expect(await refusal()).toBe('400 application.identity_verification_required');
    await verify(world, id);
    const ready = seen(await calls.get(id));
    expect(ready.nextSteps).toEqual({
      agreementUrl: null,
      proofOfAddressRequired: false,
      paymentRequired: false,
      verificationRequired: false,
      verificationInstructions: null,
      submitReady: true,
      informationRequired: false,
      informationUrl: null,
      pollAfterSeconds: 30,
    });

    world.clock.now += 60_000;
    const answer = await calls.submit(id);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        data: {
          ...ready,
          version: ready.version + 1,
          statusId: 'Pending Review',
          submittedAt: iso(),
          nextSteps: { ...ready.nextSteps, submitReady: false, pollAfterSeconds: 60 },
        },
      },
    });
    await world.settle();
    // Partners see no change when the review is dispatched.
    expect((await calls.get(id)).body).toEqual(answer.body);
    const { body } = await world.admin('GET', `/reviews?subjectId=${id}`);
    expect(body).toMatchObject({
      data: [{ subject: { type: 'residency_application', id }, status: 'pending' }],
    });
    expect(refusalOf(await calls.submit(id))).toBe('400 application.not_draft');
  });
});

describe('another integration', () => {
  it('gets 404 from every endpoint, and an empty list', async () => {
    const { id, data } = await aPartnerDraft(world, partner);
    const theirs = partnerCalls(world, stranger);
    const answers = await Promise.all([
      theirs.get(id),
      theirs.patch(id, { expectedVersion: 1, applicationData: data }),
      theirs.pay(id, 'ANY'),
      theirs.call('POST', `/${id}/pay/coupon`, { couponCode: 'ANY' }),
      theirs.checkout(id),
      theirs.submit(id),
      theirs.documents(id),
    ]);
    for (const { status, body } of answers) expect({ status, body }).toEqual(notFound);
    expect((await theirs.list()).body).toEqual({
      data: [],
      pagination: { limit: 20, nextCursor: null },
    });
    expect(seen(await calls.get(id)).version).toBe(1);
  });

  it('gets the same answer for ids that don’t exist', async () => {
    for (const id of [randomUUID(), 'x']) {
      const { status, body } = await calls.get(id);
      expect({ status, body }).toEqual(notFound);
    }
  });
});

describe('GET …/documents', () => {
  it('shows the agreement’s status, and no documents before the approval', async () => {
    const { id, draft, data } = await aPartnerDraft(world, partner);
    const { aocId, slug, version } = residencyAgreementIds(textInForce('e_resident'));
    const agreement = {
      aocId,
      slug,
      version,
      residencyType: 'e_resident',
      templatePdfUrl: null,
      accepted: false,
      acceptedAt: null,
      signerName: null,
      invalidatedAt: null,
    };
    const shown = async () => (await calls.documents(id)).body;
    const page = { data: [], residencyEffectiveDate: null };
    expect(await shown()).toEqual({ ...page, agreementOfCoexistence: agreement });
    await acceptAgreement(world, draft);
    expect(await shown()).toEqual({
      ...page,
      agreementOfCoexistence: {
        ...agreement,
        accepted: true,
        acceptedAt: iso(),
        signerName: 'Ada Lovelace',
      },
    });
    const other = { ...data.personalDetails, phoneNumber: '+1' };
    await calls.patch(id, {
      expectedVersion: 2,
      applicationData: { ...data, personalDetails: other },
    });
    expect(await shown()).toEqual({
      ...page,
      agreementOfCoexistence: { ...agreement, invalidatedAt: iso() },
    });
  });
  it('shows the signed agreement of an approved resident, and no other document of theirs', async () => {
    const { integrationId } = partner;
    const approved = await anApprovedResident(world, { integrationId });
    const { id, personId, residencyEffectiveDate } = approved;
    const other = {
      id: randomUUID(),
      personId: String(personId),
      name: 'Medical record',
      slug: null,
      version: null,
      visibility: 'visible' as const,
      contentType: 'application/pdf',
      size: 1,
      sha256: '0'.repeat(64),
      objectKey: 'documents/0',
      createdAt: iso(),
    };
    await transact(world.table, { document: personDocumentWrite(other) });
    const { body } = await calls.documents(id);
    expect(body).toMatchObject({
      data: [{ id: residencyAgreementDocumentId(id), fileUrl: expect.stringMatching(/^http/) }],
      agreementOfCoexistence: { accepted: true },
      residencyEffectiveDate,
    });
    expect(() => AgreementDocuments.parse(body)).not.toThrow();
    expect(seen(await calls.get(id))).toMatchObject({
      statusId: 'Approved',
      residentPermitNumber: approved.residentPermitNumber,
      approvedAt: expect.any(String),
    });
  });
});
