import { beforeEach, describe, expect, it } from 'vitest';
import {
  aDraft,
  aPreAcceptingAgent,
  aVoucher,
  type Draft,
  pay,
  read,
  signByLink,
} from '../support/drafts.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const agent = await aPreAcceptingAgent(world, ada);
beforeEach(() => {
  world.clock.now += 1_000;
});

const now = () => new Date(world.clock.now).toISOString();
const reminder = 'Payment received. Sign the Agreement of Coexistence to submit the application.';

const sign = (draft: Draft) => signByLink(world, draft);

async function auditOf({ id }: Draft) {
  const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
  return (body as { data: { action: string }[] }).data.map(({ action }) => action).toSorted();
}

const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted();

describe('POST …/pay/voucher (spec 4.7)', () => {
  it('pays an unsigned draft, which stays a draft, and requests the signature', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const { status, body } = await pay(world, draft, await aVoucher(world));
    const data = await read(world, draft);
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, data, message: reminder },
    });
    expect(data).toMatchObject({
      statusId: 'Draft',
      submittedAt: null,
      invoice: { statusId: 'paid', amountCents: 30_000, currency: 'USD', paidAt: now() },
      nextSteps: {
        signatureRequired: true,
        signatureUrl: `${world.baseUrl}/portal/legal-entity-applications/${draft.id}/sign`,
        paymentRequired: false,
      },
    });
  });

  it('is the only next step of a signed draft, and no step remains after submission', async () => {
    const draft = await aDraft(world, ada.standardKey);
    await sign(draft);
    expect(await read(world, draft)).toMatchObject({
      nextSteps: { signatureRequired: false, signatureUrl: null, paymentRequired: true },
    });
    await pay(world, draft, await aVoucher(world));
    expect(await read(world, draft)).toMatchObject({
      nextSteps: { signatureRequired: false, paymentRequired: false },
    });
  });

  it('submits a signed draft immediately, without a message', async () => {
    const draft = await aDraft(world, agent);
    const { status, body } = await pay(world, draft, await aVoucher(world));
    const data = await read(world, draft);
    expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
    expect(data).toMatchObject({ statusId: 'Pending Review', submittedAt: now() });
  });

  it('pays a draft that is submitted when it is signed later', async () => {
    const draft = await aDraft(world, ada.standardKey);
    await pay(world, draft, await aVoucher(world));
    world.clock.now += 5_000;
    await sign(draft);
    expect(await read(world, draft)).toMatchObject({
      statusId: 'Pending Review',
      submittedAt: now(),
    });
  });

  it('accepts the voucher code in any case and spacing', async () => {
    const code = await aVoucher(world);
    const draft = await aDraft(world, agent);
    expect((await pay(world, draft, ` ${code.toLowerCase()} `)).status).toBe(200);
  });

  it.each([
    ['an unknown code', 'NO-SUCH', 'is invalid', 'voucher_not_found'],
    ['what can be no code', '💸 #', 'is invalid', 'voucher_not_found'],
  ])('refuses %s', async (_, code, message, stable) => {
    expect(await pay(world, await aDraft(world, agent), code)).toMatchObject({
      status: 400,
      body: { error: `Voucher code ${message}`, code: stable },
    });
  });

  it.each([
    ['expired', { kind: 'full', expiresAt: '2025-01-01' }, 'has expired', 'voucher_expired'],
    [
      'for half of it',
      { kind: 'percent', value: 50 },
      'does not cover the full invoice amount',
      'voucher_not_full_coverage',
    ],
    [
      'a cent short',
      { kind: 'amount', value: 29_999 },
      'does not cover the full invoice amount',
      'voucher_not_full_coverage',
    ],
    [
      'of another currency',
      { kind: 'amount', value: 30_000, currency: 'EUR' },
      'does not cover the full invoice amount',
      'voucher_not_full_coverage',
    ],
    [
      'for another product',
      { kind: 'full', products: ['amendment'] },
      'is invalid',
      'voucher_not_applicable',
    ],
  ])('refuses a voucher that is %s, and changes nothing', async (_, fields, message, stable) => {
    const draft = await aDraft(world, agent);
    const code = await aVoucher(world, fields);
    expect(await pay(world, draft, code)).toMatchObject({
      status: 400,
      body: { error: `Voucher code ${message}`, code: stable },
    });
    expect(await read(world, draft)).toMatchObject({ statusId: 'Draft' });
    const { body } = await world.admin('GET', `/vouchers/${code}`);
    expect(body).toMatchObject({ data: { redeemedAt: null } });
  });

  it.each([
    { kind: 'percent', value: 100 },
    { kind: 'amount', value: 30_000 },
    { kind: 'full', products: ['legal_entity_application'] },
  ])('accepts a voucher that covers exactly the fee: %o', async (fields) => {
    const draft = await aDraft(world, agent);
    expect((await pay(world, draft, await aVoucher(world, fields))).status).toBe(200);
  });

  it('refuses another payment for a paid draft, and any payment after submission', async () => {
    const unsigned = await aDraft(world, ada.standardKey);
    await pay(world, unsigned, await aVoucher(world));
    expect(await pay(world, unsigned, await aVoucher(world))).toMatchObject({
      status: 400,
      body: {
        error: 'Legal entity application invoice is already paid',
        code: 'invoice.already_paid',
      },
    });
    const submitted = await aDraft(world, agent);
    await pay(world, submitted, await aVoucher(world));
    expect(await pay(world, submitted, await aVoucher(world))).toMatchObject({
      status: 400,
      body: {
        error: 'Legal entity application is not in draft status',
        code: 'application.not_draft',
      },
    });
  });

  it('keeps the payment if the name was taken in the meantime, and says what to do', async () => {
    const draft = await aDraft(world, agent);
    await anEntity(world, { name: draft.name });
    const code = await aVoucher(world);
    expect(await pay(world, draft, code)).toMatchObject({
      status: 409,
      body: {
        error:
          'Voucher applied, but the application could not be submitted automatically. Open the application in the portal.',
        code: 'application.submission_failed',
      },
    });
    const { body } = await world.admin('GET', `/vouchers/${code}`);
    expect(body).toMatchObject({ data: { redeemedFor: { id: draft.id } } });
    expect(await read(world, draft)).toMatchObject({ statusId: 'Draft', submittedAt: null });
    expect(await pay(world, draft, await aVoucher(world))).toMatchObject({
      status: 400,
      body: {
        error: 'Legal entity application invoice is already paid',
        code: 'invoice.already_paid',
      },
    });
  });

  it('returns 404 for someone else’s application', async () => {
    const grace = await aResident(world);
    const draft = { ...(await aDraft(world, agent)), key: grace.standardKey };
    expect(await pay(world, draft, await aVoucher(world))).toMatchObject({
      status: 404,
      body: { error: 'Legal entity application not found', code: 'application.not_found' },
    });
  });

  it.each([
    ['voucherCode', (code: string) => ({ voucherCode: code })],
    ['the deprecated couponCode', (code: string) => ({ couponCode: code })],
    ['both, of which voucherCode wins', (code: string) => ({ voucherCode: code, couponCode: 'X' })],
  ])('accepts %s', async (_, body) => {
    const draft = await aDraft(world, agent);
    const path = `/api/v1/legal_entity_applications/${draft.id}/pay/voucher`;
    const answer = await world.call('POST', path, {
      key: agent,
      body: body(await aVoucher(world)),
    });
    expect(answer.status).toBe(200);
  });

  it.each([{}, { voucherCode: '' }, { couponCode: '' }, { voucherCode: 5 }, { voucherCode: null }])(
    'refuses %j with 400',
    async (body) => {
      const draft = await aDraft(world, agent);
      const path = `/api/v1/legal_entity_applications/${draft.id}/pay/voucher`;
      expect(await world.call('POST', path, { key: agent, body })).toMatchObject({
        status: 400,
        body: { error: 'Invalid request body', code: 'request.invalid_body' },
      });
    },
  );

  it('records an agent’s payment in the audit trail under its owner', async () => {
    const draft = await aDraft(world, agent);
    await pay(world, draft, await aVoucher(world));
    const { body } = await world.admin(
      'GET',
      `/audit?subjectId=${draft.id}&action=legal_entity_application.paid`,
    );
    expect(body).toMatchObject({
      data: [{ actor: { kind: 'agent_key', personId: ada.id }, outcome: 'success' }],
    });
  });

  it('takes four sequential round trips to the table', async () => {
    const draft = await aDraft(world, agent);
    const code = await aVoucher(world);
    world.proxy.calls.reset();
    await pay(world, draft, code);
    expect(world.proxy.calls.roundTrips()).toBe(4);
  });
});

describe('guessing vouchers', () => {
  it('is refused with 429 after 200 unknown codes of one owner in an hour, even for valid codes', async () => {
    const guesser = await aResident(world);
    const draft = await aDraft(world, guesser.standardKey);
    const tries = await Promise.all(
      Array.from({ length: 210 }, (_, index) => pay(world, draft, `GUESS-${index}`)),
    );
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(200);
    const right = await aVoucher(world);
    const refused = await pay(world, draft, right);
    expect({ status: refused.status, wait: refused.headers.get('retry-after') }).toEqual({
      status: 429,
      wait: expect.stringMatching(/^[1-9]\d*$/),
    });
    expect((await pay(world, await aDraft(world, agent), right)).status).toBe(200);
    world.clock.now += 3_600_000;
    expect((await pay(world, draft, await aVoucher(world))).status).toBe(200);
  });
});

describe('an owner whose account is deactivated', () => {
  it('has drafts that cannot be signed', async () => {
    const owner = await aResident(world);
    const draft = await aDraft(world, owner.standardKey);
    await pay(world, draft, await aVoucher(world));
    await world.admin('POST', `/persons/${owner.id}/deactivate`);
    await expect(sign(draft)).rejects.toMatchObject({
      status: 409,
      extras: { code: 'person.deactivated' },
    });
    const { body } = await world.admin('GET', `/legal_entity_applications/${draft.id}`);
    expect(body).toMatchObject({ data: { statusId: 'Draft', signed: false } });
  });
});

describe('POST …/pay/coupon, the deprecated alias (spec 4.8)', () => {
  const payCoupon = ({ id, key }: Draft, body: unknown) =>
    world.call('POST', `/api/v1/legal_entity_applications/${id}/pay/coupon`, { key, body });

  it('pays like its successor, and links to it in the headers', async () => {
    const draft = await aDraft(world, agent);
    const { status, headers } = await payCoupon(draft, { couponCode: await aVoucher(world) });
    expect({
      status,
      deprecation: headers.get('deprecation'),
      link: headers.get('link'),
    }).toEqual({
      status: 200,
      deprecation: expect.stringMatching(/^@\d+$/),
      link: `</api/v1/legal_entity_applications/${draft.id}/pay/voucher>; rel="successor-version"`,
    });
  });

  it('uses the word coupon in its errors and requires couponCode', async () => {
    const draft = await aDraft(world, agent);
    const expired = await aVoucher(world, { kind: 'full', expiresAt: '2025-01-01' });
    expect(await payCoupon(draft, { couponCode: 'NO-SUCH' })).toMatchObject({
      body: { error: 'Coupon code is invalid' },
    });
    expect(await payCoupon(draft, { couponCode: expired })).toMatchObject({
      body: { error: 'Coupon code has expired' },
    });
    expect(await payCoupon(draft, { voucherCode: expired })).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [{ path: ['couponCode'] }],
      },
    });
  });
});

describe('simultaneous payments', () => {
  it('redeem a voucher for only one of 12 drafts', async () => {
    const drafts = await Promise.all(Array.from({ length: 12 }, () => aDraft(world, agent)));
    const code = await aVoucher(world);
    const answers = await Promise.all(drafts.map((draft) => pay(world, draft, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => (body as { error: string }).error))).toEqual(
      new Set(['Voucher code has already been redeemed']),
    );
    const states = await Promise.all(drafts.map((draft) => read(world, draft)));
    expect(states.filter(({ statusId }) => statusId === 'Pending Review')).toHaveLength(1);
  });

  it('redeem only one of two vouchers for a draft, and leave the other unchanged', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const codes = [await aVoucher(world), await aVoucher(world)];
    const answers = await Promise.all(codes.map((code) => pay(world, draft, code)));
    expect(statuses(answers)).toEqual([200, 400]);
    const vouchers = await Promise.all(
      codes.map((code) => world.admin('GET', `/vouchers/${code}`)),
    );
    const redeemed = vouchers.filter(
      ({ body }) => (body as { data: { redeemedAt: unknown } }).data.redeemedAt !== null,
    );
    expect(redeemed).toHaveLength(1);
    expect(await auditOf(draft)).toEqual([
      'legal_entity_application.created',
      'legal_entity_application.paid',
    ]);
  });

  it('submit a draft if it is paid and signed at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const draft = await aDraft(world, ada.standardKey);
      const code = await aVoucher(world);
      await Promise.all([pay(world, draft, code), sign(draft)]);
      expect(await read(world, draft)).toMatchObject({ statusId: 'Pending Review' });
    }
  });

  it('succeed if the table’s response is lost', async () => {
    const draft = await aDraft(world, agent);
    const code = await aVoucher(world);
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'drop-response' });
    expect((await pay(world, draft, code)).status).toBe(200);
    expect(await read(world, draft)).toMatchObject({ statusId: 'Pending Review' });
  });

  it('retry after a conflict with another transaction on the same items', async () => {
    const draft = await aDraft(world, agent);
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'conflict', times: 3 });
    expect((await pay(world, draft, await aVoucher(world))).status).toBe(200);
  });
});
