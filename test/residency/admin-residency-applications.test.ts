import { beforeEach, describe, expect, it } from 'vitest';
import { invalidBody, notFound, operatorOf, unknownId } from '../support/admin.ts';
import { aResidencyDraft, aResidencySubmission, stored } from '../support/applicants.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();
const pathOf = ({ id }: { readonly id: string }) => `/residency_applications/${id}`;
const verify = (id: string, body: unknown) =>
  operator.answer('POST', `/residency_applications/${id}/verification`, body);

describe('GET /admin/v1/residency_applications/{id}', () => {
  it('returns everything a reviewer needs, without the applicant’s link', async () => {
    const application = await aResidencySubmission(world);
    const { data, agreement, verification } = application;
    const shown = await operator.data('GET', pathOf(application));
    expect(shown).toEqual({
      id: application.id,
      integrationId: application.integrationId,
      version: application.version,
      statusId: 'Pending Review',
      residencyType: 'e_resident',
      personalDetails: data.personalDetails,
      information: data.information,
      proofOfAddressSwornBy: 'Grace Hopper',
      proofOfAddressFileUrl: null,
      proofOfAddressFileState: null,
      agreement: {
        aocId: agreement.aocId,
        version: agreement.version,
        acceptedAt: agreement.acceptedAt,
        signerName: 'Grace B. Hopper',
      },
      verification: { status: 'approved', verifiedAt: verification.verifiedAt },
      invoice: null,
      account: null,
      referralCode: null,
      submittedAt: now(),
      approvedAt: null,
      rejectedAt: null,
      rejectedReason: null,
      objectedAt: null,
      personId: null,
      residentPermitNumber: null,
      createdAt: now(),
    });
    expect(JSON.stringify(shown)).not.toContain(agreement.token);
  });

  it('returns 404 if the application is unknown', async () => {
    expect(await operator.refused('GET', `/residency_applications/${unknownId}`)).toEqual(notFound);
  });
});

describe('POST /admin/v1/residency_applications/{id}/verification', () => {
  it.each(['approved', 'declined'] as const)('records the outcome %s', async (status) => {
    const application = await aResidencyDraft(world);
    expect(await verify(application.id, { status })).toEqual({
      status: 200,
      body: { data: { applicationId: application.id, status, verifiedAt: now() } },
    });
    expect(await stored(world, application.id)).toEqual({
      ...application,
      version: 2,
      revision: 2,
      updatedAt: now(),
      verification: { id: expect.any(String), status, verifiedAt: now() },
    });
  });

  it('replaces an earlier outcome', async () => {
    const { id } = await aResidencyDraft(world);
    await verify(id, { status: 'declined' });
    const declined = await stored(world, id);
    await verify(id, { status: 'approved' });
    const { verification, version } = await stored(world, id);
    expect({ ...verification, version }).toMatchObject({ status: 'approved', version: 3 });
    expect(verification.id).not.toBe(declined.verification.id);
  });

  it('returns 409 if the application is no longer the expected version', async () => {
    const { id } = await aResidencyDraft(world);
    const outcome = { status: 'approved', expectedVersion: 1 };
    expect((await verify(id, outcome)).status).toBe(200);
    const verified = await stored(world, id);
    expect(await verify(id, outcome)).toEqual({
      status: 409,
      body: {
        error: 'The application was changed since that version',
        code: 'application.changed',
        currentVersion: 2,
      },
    });
    expect(await stored(world, id)).toEqual(verified);
  });

  it('is audited with its outcome', async () => {
    const { id } = await aResidencyDraft(world);
    await verify(id, { status: 'approved' });
    const { verification } = await stored(world, id);
    const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
    expect(body).toMatchObject({
      data: [
        {
          actor: { kind: 'operator' },
          action: 'residency_application.verified',
          details: { status: 'approved', verificationId: verification.id },
        },
      ],
    });
  });

  it('returns 409 once the application is submitted', async () => {
    const application = await aResidencySubmission(world);
    const path = `${pathOf(application)}/verification`;
    expect(await operator.refused('POST', path, { status: 'declined' })).toEqual({
      status: 409,
      error: 'The application is no longer a draft',
      code: 'application.not_draft',
    });
    expect(await stored(world, application.id)).toEqual(application);
  });

  it.each([
    {},
    { status: 'pending' },
    { status: null },
    { status: 'approved', expectedVersion: 0 },
  ])('returns 400 for %j', async (body) => {
    const application = await aResidencyDraft(world);
    const path = `${pathOf(application)}/verification`;
    expect(await operator.refused('POST', path, body)).toEqual(invalidBody);
  });

  it('returns 404 if the application is unknown', async () => {
    const path = `/residency_applications/${unknownId}/verification`;
    expect(await operator.refused('POST', path, { status: 'approved' })).toEqual(notFound);
  });

  it('stores all of ten outcomes sent in parallel', async () => {
    const { id } = await aResidencyDraft(world);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => verify(id, { status: 'approved' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await stored(world, id)).toMatchObject({ version: 11, revision: 11 });
  });
});
