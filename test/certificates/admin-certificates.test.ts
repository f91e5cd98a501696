import { beforeEach, describe, expect, it } from 'vitest';
import { invalidBody, notFound, operatorOf, unknownId } from '../support/admin.ts';
import {
  anIssuedCertificate,
  aRepresentedEntity,
  aRequest,
  readRequest,
} from '../support/certificates.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
const ada = await aResident(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();
const newRequest = async () =>
  aRequest(world, (await aRepresentedEntity(world, ada)).id, ada.standardKey);
const forOperators = {
  verificationCode: null,
  referredFor: null,
  taxPaymentProofFileUrl: null,
  taxPaymentProofFileState: null,
};

describe('GET /admin/v1/certificate_requests/{id}', () => {
  it('returns the request as its owner sees it, without a code until it is issued', async () => {
    const request = await newRequest();
    expect(await operator.data('GET', `/certificate_requests/${request.id}`)).toEqual({
      ...request,
      ...forOperators,
    });
  });

  it('returns the verification code of an issued certificate', async () => {
    const { request } = await anIssuedCertificate(world);
    expect(await operator.data('GET', `/certificate_requests/${request.id}`)).toMatchObject({
      statusId: 'Issued',
      verificationCode: expect.stringMatching(/^[2-9A-HJ-NP-Z]{16}$/),
    });
  });

  it('returns 404 for an unknown request', async () => {
    expect(await operator.refused('GET', `/certificate_requests/${unknownId}`)).toEqual(notFound);
  });
});

describe('POST /admin/v1/certificate_requests/{id}/cancel', () => {
  it.each([
    ['a reason', { reason: 'Asked for by mistake' }, 'Asked for by mistake'],
    ['an empty body', {}, null],
    ['no body', undefined, null],
  ])('cancels an open request with %s and voids its invoice', async (_, body, reason) => {
    const request = await newRequest();
    const path = `/certificate_requests/${request.id}/cancel`;
    const cancelled = {
      ...request,
      statusId: 'Cancelled',
      updatedAt: now(),
      invoice: { ...request.invoice, statusId: 'void' },
      informationRequest: null,
      nextSteps: {
        paymentRequired: false,
        awaitingReview: false,
        issued: false,
        informationRequired: false,
        informationUrl: null,
        pollAfterSeconds: null,
      },
    };
    expect(await operator.data('POST', path, body)).toEqual({ ...cancelled, ...forOperators });
    expect(await readRequest(world, request, ada.standardKey)).toEqual(cancelled);
    const { body: audit } = await world.admin(
      'GET',
      `/audit?subjectId=${request.id}&action=certificate_request.cancelled`,
    );
    expect(audit).toMatchObject({
      data: [
        {
          action: 'certificate_request.cancelled',
          actor: { kind: 'operator' },
          details: { cause: 'operator', reasonId: reason === null ? null : expect.any(String) },
          reason,
        },
      ],
    });
  });

  it('refuses a request that is not open with 409', async () => {
    const { request } = await anIssuedCertificate(world);
    const notOpen = {
      status: 409,
      error: 'The certificate request is not open',
      code: 'certificate.not_open',
    };
    expect(await operator.refused('POST', `/certificate_requests/${request.id}/cancel`)).toEqual(
      notOpen,
    );
    const cancelled = await newRequest();
    const path = `/certificate_requests/${cancelled.id}/cancel`;
    await operator.data('POST', path);
    expect(await operator.refused('POST', path)).toEqual(notOpen);
  });

  it('refuses an unknown request with 404 and an invalid reason with 400', async () => {
    const path = `/certificate_requests/${unknownId}/cancel`;
    expect(await operator.refused('POST', path)).toEqual(notFound);
    expect(await operator.refused('POST', path, { reason: 5 })).toEqual(invalidBody);
  });
});

describe('the dissolution of an entity with a certificate request', () => {
  it('cancels an unpaid request and records the dissolution as the cause', async () => {
    const request = await newRequest();
    await world.admin('PATCH', `/legal_entities/${request.legalEntityId}`, {
      dissolutionDate: now(),
    });
    expect(await readRequest(world, request, ada.standardKey)).toMatchObject({
      statusId: 'Cancelled',
      invoice: { statusId: 'void' },
    });
    const { body } = await world.admin(
      'GET',
      `/audit?subjectId=${request.id}&action=certificate_request.cancelled`,
    );
    expect(body).toMatchObject({
      data: [{ action: 'certificate_request.cancelled', details: { cause: 'dissolution' } }],
    });
  });

  it('does not cancel the request if its date is in the future', async () => {
    const request = await newRequest();
    await world.admin('PATCH', `/legal_entities/${request.legalEntityId}`, {
      dissolutionDate: new Date(world.clock.now + 86_400_000).toISOString(),
    });
    expect(await readRequest(world, request, ada.standardKey)).toEqual(request);
  });
});
