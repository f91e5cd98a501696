import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aRepresentedEntity,
  aRequest,
  type CertificateRow,
  payRequest,
  readRequest,
  requestsPath,
} from '../support/certificates.ts';
import { aVoucher } from '../support/drafts.ts';
import { anAgentKey, aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const scopes = [
  'agent:entity.filing.create',
  'agent:entity.filing.read',
  'agent:entity.filing.pay',
];

const world = await useWorld();
const ada = await aResident(world);
const agent = await anAgentKey(world, ada.id, scopes);
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** Returns the response without its request id. */
async function answer(method: string, path: string, options: { key?: string; body?: unknown }) {
  const { status, body } = await world.call(method, path, options);
  const { requestId: _, ...rest } = body as Record<string, unknown>;
  return { status, body: rest };
}

const create = (entityId: string, body?: unknown, key = ada.standardKey) =>
  answer('POST', requestsPath(entityId), { key, body });
const list = (entityId: string, key = ada.standardKey) =>
  answer('GET', requestsPath(entityId), { key });

const newRequest = (legalEntityId: string) => ({
  id: uuid,
  legalEntityId,
  type: 'certificate_of_good_standing',
  statusId: 'Pending Payment',
  contested: false,
  taxContestNote: null,
  taxPaymentProofUrl: null,
  contestedAt: null,
  reviewedAt: null,
  issuedAt: null,
  rejectionReason: null,
  rejectedReasonCode: null,
  reference: null,
  documentId: null,
  documentUrl: null,
  verificationUrl: null,
  invoice: { id: uuid, statusId: 'open', amountCents: 30_000, currency: 'USD', paidAt: null },
  createdAt: now(),
  updatedAt: now(),
  informationRequest: null,
  nextSteps: {
    paymentRequired: true,
    awaitingReview: false,
    issued: false,
    informationRequired: false,
    informationUrl: null,
    pollAfterSeconds: 30,
  },
});

describe('POST …/certificate_requests (spec 4.16)', () => {
  it.each([
    ['an empty object', {}],
    ['no body', undefined],
    ['unknown fields', { urgent: true }],
    ['a contest that is null', { contest: null }],
  ])('creates the request and its invoice from %s', async (_, body) => {
    const { id } = await aRepresentedEntity(world, ada);
    const data = newRequest(id);
    expect(await create(id, body)).toEqual({
      status: 200,
      body: { data, nextSteps: data.nextSteps },
    });
  });

  it('charges the certificate fee for the request', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, id, ada.standardKey);
    const { body } = await world.admin('GET', `/invoices/${request.invoice.id}`);
    expect(body).toMatchObject({
      data: { statusId: 'open', subject: { type: 'certificate_request', id: request.id } },
    });
  });

  it('returns the open request instead of a new one, without checking the taxes', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const first = await create(id);
    await world.admin('PATCH', `/legal_entities/${id}`, { taxState: 'overdue' });
    world.clock.now += 1_000;
    expect(await create(id, {}, agent)).toEqual(first);
  });

  it('returns the issued request instead of a new one, even for a dissolved entity', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, id, ada.standardKey);
    await payRequest(world, request, ada.standardKey);
    await world.settle();
    await world.admin('PATCH', `/legal_entities/${id}`, { dissolutionDate: now() });
    expect(await create(id)).toMatchObject({
      status: 200,
      body: {
        data: { id: request.id, statusId: 'Issued', documentUrl: expect.any(String) },
        nextSteps: {
          paymentRequired: false,
          awaitingReview: false,
          issued: true,
          informationRequired: false,
          informationUrl: null,
          pollAfterSeconds: null,
        },
      },
    });
  });

  it('creates a new request after a cancellation', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const first = await aRequest(world, id, ada.standardKey);
    await world.admin('POST', `/certificate_requests/${first.id}/cancel`, {});
    const second = await aRequest(world, id, ada.standardKey);
    expect(second.id).not.toBe(first.id);
    const { body } = await list(id);
    expect((body['data'] as CertificateRow[]).map(({ id }) => id).toSorted()).toEqual(
      [first.id, second.id].toSorted(),
    );
  });

  it.each([
    [
      'certificate.not_eligible_entity_type',
      { optionId: 'nonprofit' },
      'Entities of this type have no Certificate of Good Standing',
    ],
    [
      'certificate.not_in_good_standing',
      { dissolutionDate: '2025-01-01' },
      'The legal entity is not in good standing',
    ],
    [
      'certificate.not_in_good_standing',
      { residency: { effectiveDate: '2024-01-01', terminationDate: '2025-01-01' } },
      'The legal entity is not in good standing',
    ],
    [
      'certificate.tax_overdue',
      { taxState: 'overdue' },
      'Overdue taxes block the certificate unless they are contested',
    ],
  ])('refuses with 409 %s an entity with %j', async (code, fields, error) => {
    const { id } = await aRepresentedEntity(world, ada, fields);
    expect(await create(id)).toEqual({ status: 409, body: { error, code } });
  });

  it('accepts a request if the tax state of the entity is unknown', async () => {
    const { id } = await aRepresentedEntity(world, ada, { taxState: 'unknown' });
    expect((await create(id)).status).toBe(200);
  });

  it.each([
    [{ contest: {} }],
    [{ contest: { note: 'Paid.' } }],
    [{ contest: { note: ' ', proofUrl: 'https://files.example/a.pdf' } }],
    [{ contest: { note: 'x'.repeat(2001), proofUrl: 'https://files.example/a.pdf' } }],
    [{ contest: { note: 'Paid.', proofUrl: 'receipt.pdf' } }],
    [{ contest: { note: 'Paid.', proofUrl: `https://a.example/${'x'.repeat(2040)}` } }],
    [{ contest: { note: 'Paid.', proofUrl: 'https://files.example/a.pdf' } }],
    [{ contest: 'yes' }],
  ])('refuses an invalid contest with 400: case %#', async (body) => {
    const { id } = await aRepresentedEntity(world, ada, { taxState: 'overdue' });
    expect(await create(id, body)).toMatchObject({
      status: 400,
      body: { error: 'Invalid request body', code: 'request.invalid_body' },
    });
  });

  it('refuses with 400 a proof URL on our host that was never uploaded', async () => {
    const { id } = await aRepresentedEntity(world, ada, { taxState: 'overdue' });
    const proofUrl = `${world.baseUrl}/uploads/tax-proofs/00000000-0000-4000-8000-000000000000`;
    expect(await create(id, { contest: { note: 'Paid.', proofUrl } })).toEqual({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [
          {
            code: 'custom',
            path: ['contest', 'proofUrl'],
            message: 'Must be the URL of a file that a representative uploaded to the portal',
          },
        ],
      },
    });
  });

  it('creates one request for one Idempotency-Key', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const send = () =>
      world.call('POST', requestsPath(id), {
        key: ada.standardKey,
        body: {},
        headers: { 'idempotency-key': `certificate-${id}` },
      });
    const first = await send();
    const second = await send();
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('access to certificate requests (spec 4.15)', () => {
  const notFound = {
    status: 404,
    body: { error: 'Legal entity not found', code: 'entity.not_found' },
  };

  it('is refused with 404 to anyone who does not represent the entity', async () => {
    const { id } = await aRepresentedEntity(world, await aResident(world));
    expect(await create(id)).toEqual(notFound);
    expect(await list(id)).toEqual(notFound);
    const path = `${requestsPath(id)}/${id}`;
    expect(await answer('GET', path, { key: ada.standardKey })).toEqual(notFound);
    expect(
      await answer('POST', `${path}/pay/voucher`, {
        key: ada.standardKey,
        body: { voucherCode: 'X' },
      }),
    ).toEqual(notFound);
  });

  it('is refused to an Agent Key for an entity that was not created through the API', async () => {
    const { id } = await aRepresentedEntity(world, ada, { createdViaAPI: false });
    expect(await create(id, {}, agent)).toEqual(notFound);
    expect(await list(id, agent)).toEqual(notFound);
    expect((await create(id)).status).toBe(200);
  });

  it('is refused to an Agent Key on writes without a valid Manifestation of Will', async () => {
    const owner = await aResident(world);
    const key = await anAgentKey(world, owner.id, scopes);
    const { id } = await aRepresentedEntity(world, owner);
    const request = await aRequest(world, id, key);
    const will = { pk: `PERSON#${owner.id}`, sk: 'MANIFESTATION' };
    // A revocation also revokes such keys, so only the moment in between can show this check.
    await world.table.client.send(new DeleteCommand({ TableName: world.table.name, Key: will }));
    const refused = {
      status: 403,
      body: { error: 'Insufficient permissions', code: 'api_key.insufficient_permissions' },
    };
    expect(await create(id, {}, key)).toEqual(refused);
    expect(
      await answer('POST', `${requestsPath(id)}/${request.id}/pay/voucher`, {
        key,
        body: { voucherCode: await aVoucher(world) },
      }),
    ).toEqual(refused);
    expect((await list(id, key)).status).toBe(200);
  });

  it('ends when the person stops representing the entity', async () => {
    const owner = await aResident(world);
    const { id } = await aRepresentedEntity(world, owner);
    const [created, removed] = await Promise.all([
      create(id, {}, owner.standardKey),
      world.admin('DELETE', `/legal_entities/${id}/representatives/${owner.id}`),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(created.status);
    expect(await create(id, {}, owner.standardKey)).toEqual(notFound);
  });

  it('finds a request only under its entity', async () => {
    const [one, other] = [
      await aRepresentedEntity(world, ada),
      await aRepresentedEntity(world, ada),
    ];
    const request = await aRequest(world, one.id, ada.standardKey);
    const unknown = {
      status: 404,
      body: { error: 'Certificate request not found', code: 'certificate_request.not_found' },
    };
    for (const id of [request.id, 'no-id']) {
      const path = `${requestsPath(other.id)}/${id}`;
      expect(await answer('GET', path, { key: ada.standardKey })).toEqual(unknown);
      expect(
        await answer('POST', `${path}/pay/voucher`, {
          key: ada.standardKey,
          body: { voucherCode: 'X' },
        }),
      ).toEqual(unknown);
    }
  });
});

describe('GET …/certificate_requests (spec 4.16)', () => {
  it('lists requests newest first, with the eligibility of the entity', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      world.clock.now += 1_000;
      const request = await aRequest(world, id, ada.standardKey);
      ids.unshift(request.id);
      if (count < 2) await world.admin('POST', `/certificate_requests/${request.id}/cancel`, {});
    }
    const { status, body } = await list(id, agent);
    expect(status).toBe(200);
    const data = body['data'] as CertificateRow[];
    expect(data.map((request) => [request.id, request['statusId']])).toEqual([
      [ids[0], 'Pending Payment'],
      [ids[1], 'Cancelled'],
      [ids[2], 'Cancelled'],
    ]);
    expect(data[0]).toEqual(newRequest(id));
    expect(body['eligibility']).toEqual({ eligible: true, reason: null, taxCompliant: true });
  });

  it.each([
    [{ taxState: 'overdue' }, { eligible: true, reason: null, taxCompliant: false }],
    [{ taxState: 'unknown' }, { eligible: true, reason: null, taxCompliant: null }],
    [
      { optionId: 'nonprofit' },
      { eligible: false, reason: 'not_eligible_entity_type', taxCompliant: null },
    ],
    [
      { dissolutionDate: '2025-01-01' },
      { eligible: false, reason: 'not_in_good_standing', taxCompliant: null },
    ],
  ])('returns for an entity with %j the eligibility %j', async (fields, eligibility) => {
    const { id } = await aRepresentedEntity(world, ada, fields);
    expect(await list(id)).toEqual({ status: 200, body: { data: [], eligibility } });
  });
});

describe('POST …/pay/voucher (spec 4.16)', () => {
  it('accepts the payment and responds before the certificate exists', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, id, agent);
    world.clock.now += 1_000;
    expect(await payRequest(world, request, agent)).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          ...request,
          invoice: { ...request.invoice, statusId: 'paid', paidAt: now() },
          updatedAt: now(),
          informationRequest: null,
          nextSteps: {
            paymentRequired: false,
            awaitingReview: false,
            issued: false,
            informationRequired: false,
            informationUrl: null,
            pollAfterSeconds: 5,
          },
        },
        message: 'Payment applied. The certificate is being issued.',
      },
    });
    const { body } = await world.admin('GET', `/audit?subjectId=${request.id}`);
    expect(body).toMatchObject({
      data: [
        { action: 'certificate_request.paid', actor: { kind: 'agent_key', personId: ada.id } },
        { action: 'certificate_request.created' },
      ],
    });
  });

  it('refuses a second payment in any later status of the request', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, id, ada.standardKey);
    await payRequest(world, request, ada.standardKey);
    const paid = {
      status: 400,
      body: { error: 'Invoice is already paid', code: 'invoice.already_paid' },
    };
    expect(await payRequest(world, request, ada.standardKey)).toMatchObject(paid);
    await world.settle();
    expect(await readRequest(world, request, ada.standardKey)).toMatchObject({
      statusId: 'Issued',
    });
    expect(await payRequest(world, request, ada.standardKey)).toMatchObject(paid);
  });

  it('refuses to pay a cancelled request or a void invoice', async () => {
    const cancelled = await aRequest(
      world,
      (await aRepresentedEntity(world, ada)).id,
      ada.standardKey,
    );
    await world.admin('POST', `/certificate_requests/${cancelled.id}/cancel`, {});
    expect(await payRequest(world, cancelled, ada.standardKey)).toMatchObject({
      status: 409,
      body: { error: 'The certificate request is not open', code: 'certificate.not_open' },
    });
    const voided = await aRequest(world, (await aRepresentedEntity(world, ada)).id, agent);
    await world.admin('POST', `/invoices/${voided.invoice.id}/void`);
    expect(await payRequest(world, voided, agent)).toMatchObject({
      status: 400,
      body: { error: 'Invoice is not open for payment', code: 'invoice.not_open' },
    });
    expect(await readRequest(world, voided, agent)).toMatchObject({
      nextSteps: { paymentRequired: false },
    });
  });

  it('refuses a payment for an entity that is no longer in good standing', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, id, ada.standardKey);
    await world.admin('PATCH', `/legal_entities/${id}`, {
      residency: { terminationDate: now() },
    });
    const code = await aVoucher(world);
    expect(await payRequest(world, request, ada.standardKey, code)).toMatchObject({
      status: 409,
      body: { code: 'certificate.not_in_good_standing' },
    });
    const { body } = await world.admin('GET', `/vouchers/${code}`);
    expect(body).toMatchObject({ data: { redeemedAt: null } });
  });

  it.each<[string, object | null, string]>([
    ['voucher_not_found', null, 'Voucher code is invalid'],
    [
      'voucher_not_applicable',
      { kind: 'full', products: ['amendment'] },
      'Voucher code is invalid',
    ],
    ['voucher_expired', { kind: 'full', expiresAt: '2025-01-01' }, 'Voucher code has expired'],
    [
      'voucher_not_full_coverage',
      { kind: 'percent', value: 50 },
      'Voucher code does not cover the full invoice amount',
    ],
  ])('refuses with 400 %s', async (code, voucher, error) => {
    const { id } = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, id, ada.standardKey);
    const voucherCode =
      voucher === null
        ? 'NO-SUCH-CODE'
        : String((await created(world, '/vouchers', voucher))['code']);
    expect(await payRequest(world, request, ada.standardKey, voucherCode)).toMatchObject({
      status: 400,
      body: { error, code },
    });
    expect(await readRequest(world, request, ada.standardKey)).toEqual(request);
  });

  it.each([{}, { voucherCode: '' }, { voucherCode: 5 }, { couponCode: 'X' }])(
    'refuses the body %j with 400',
    async (body) => {
      const { id } = await aRepresentedEntity(world, ada);
      const request = await aRequest(world, id, ada.standardKey);
      const path = `${requestsPath(id)}/${request.id}/pay/voucher`;
      expect(await answer('POST', path, { key: ada.standardKey, body })).toMatchObject({
        status: 400,
        body: { error: 'Invalid request body', code: 'request.invalid_body' },
      });
    },
  );
});
