import { beforeEach, describe, expect, it } from 'vitest';
import { findVoucher } from '../../shared/payments/db/vouchers.ts';
import {
  aFiler,
  aSignedFiling,
  aSubmittedFiling,
  type Filer,
  filingIn,
  freshName,
  pay,
  propose,
  readFiling,
  refusalOf,
  submit,
} from '../support/amendments.ts';
import { aVoucher } from '../support/drafts.ts';
import { anEntity } from '../support/registry.ts';
import { reviewsOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

let filer: Filer;

const world = await useWorld();
beforeEach(async () => {
  // Sign-ins from one network address are limited per hour.
  world.clock.now += 3_600_000;
  filer = await aFiler(world);
});

const now = () => new Date(world.clock.now).toISOString();
const unsigned = {
  status: 400,
  error: 'Amendment filing must be signed before payment',
  code: 'filing.not_signed',
};
const paidAlready = { status: 400, error: 'Invoice is already paid', code: 'invoice.already_paid' };
const invalid = { status: 400, error: 'Voucher code is invalid', code: 'voucher_not_found' };
const taken = {
  status: 409,
  error: 'A legal entity with this name already exists',
  code: 'entity.name_taken',
};
const invoice = (statusId: string) => ({
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  statusId,
  amountCents: expect.any(Number),
  currency: 'USD',
  paidAt: statusId === 'paid' ? expect.any(String) : null,
});

/** Returns the audit actions on the filing, sorted by name. */
async function actionsOn(id: string) {
  const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
  const { data } = body as { data: { action: string }[] };
  return data.map(({ action }) => action).toSorted();
}

/** A signed filing whose proposed name is taken by an import right after the signature. */
async function aFilingWithoutItsName() {
  const name = freshName();
  const id = await aSignedFiling(world, filer, { name });
  const other = await anEntity(world, { name });
  return { id, other };
}

describe('POST …/pay/voucher (spec 3.2, 4.15)', () => {
  it('creates the invoice, redeems the voucher and submits the filing', async () => {
    const id = await aSignedFiling(world, filer, { extension: 'LC' });
    const before = await readFiling(world, filer, id);
    world.clock.now += 1000;
    const code = await aVoucher(world, { kind: 'full', products: ['amendment'] });
    const { status, body } = await pay(world, filer, id, code);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          ...before,
          statusId: 'Pending Review',
          invoice: invoice('paid'),
          submittedAt: now(),
          updatedAt: now(),
          nextSteps: {
            changesRequired: false,
            signatureRequired: false,
            signatureUrl: null,
            paymentRequired: false,
            reviewDispatchPending: true,
            submitReady: false,
            informationRequired: false,
            informationUrl: null,
            pollAfterSeconds: 60,
          },
        },
      },
    });
    expect(await findVoucher(world.table, code)).toMatchObject({
      redeemedAt: now(),
      redeemedFor: { type: 'amendment', id },
    });
    expect(await actionsOn(id)).toEqual([
      'amendment.created',
      'amendment.invoiced',
      'amendment.paid',
      'amendment.signed',
    ]);
    await world.settle();
    const { data } = body as { data: { nextSteps: object } };
    expect(await readFiling(world, filer, id)).toEqual({
      ...data,
      nextSteps: { ...data.nextSteps, reviewDispatchPending: false },
    });
  });

  it('refuses an unsigned filing with 400 and changes nothing', async () => {
    const draft = filingIn(await propose(world, filer, { extension: 'LC' }));
    world.clock.now += 1000;
    expect(refusalOf(await pay(world, filer, draft.id, await aVoucher(world)))).toEqual(unsigned);
    expect(await readFiling(world, filer, draft.id)).toEqual(draft);
  });

  it.each<[string, () => Promise<string>, object]>([
    ['unknown', async () => 'NO-SUCH-CODE', invalid],
    [
      'for something else',
      () => aVoucher(world, { kind: 'full', products: ['certificate_request'] }),
      { ...invalid, code: 'voucher_not_applicable' },
    ],
    [
      'expired',
      () => aVoucher(world, { kind: 'full', expiresAt: '2020-01-01T00:00:00.000Z' }),
      { status: 400, error: 'Voucher code has expired', code: 'voucher_expired' },
    ],
    [
      'too small',
      () => aVoucher(world, { kind: 'percent', value: 99 }),
      {
        status: 400,
        error: 'Voucher code does not cover the full invoice amount',
        code: 'voucher_not_full_coverage',
      },
    ],
    [
      'redeemed',
      async () => {
        const code = await aVoucher(world);
        const other = await aFiler(world);
        await pay(world, other, await aSignedFiling(world, other, { extension: 'LC' }), code);
        return code;
      },
      {
        status: 400,
        error: 'Voucher code has already been redeemed',
        code: 'voucher_already_redeemed',
      },
    ],
  ])(
    '400 for a voucher that is %s: the filing waits, locked, with its open invoice',
    async (_, code, refusal) => {
      const id = await aSignedFiling(world, filer, { extension: 'LC' });
      expect(refusalOf(await pay(world, filer, id, await code()))).toEqual(refusal);
      const locked = await readFiling(world, filer, id);
      expect(locked).toMatchObject({
        statusId: 'Pending Payment',
        signed: true,
        invoice: invoice('open'),
        submittedAt: null,
        nextSteps: {
          changesRequired: false,
          signatureRequired: false,
          signatureUrl: null,
          paymentRequired: true,
          reviewDispatchPending: false,
          submitReady: false,
          informationRequired: false,
          informationUrl: null,
          pollAfterSeconds: 30,
        },
      });
      const paid = filingIn(await pay(world, filer, id, await aVoucher(world)));
      expect(paid).toMatchObject({
        statusId: 'Pending Review',
        invoice: {
          ...Object(locked['invoice']),
          statusId: 'paid',
          paidAt: expect.any(String),
        },
      });
    },
  );

  it('refuses a paid filing with 400 for any voucher', async () => {
    const id = await aSubmittedFiling(world, filer, { extension: 'LC' });
    const code = await aVoucher(world);
    expect(refusalOf(await pay(world, filer, id, code))).toEqual(paidAlready);
    expect(refusalOf(await pay(world, filer, id, 'NO-SUCH-CODE'))).toEqual(paidAlready);
    expect(await findVoucher(world.table, code)).toMatchObject({ redeemedAt: null });
  });

  it('refuses with 400 if an operator has voided the invoice', async () => {
    const id = await aSignedFiling(world, filer, { extension: 'LC' });
    await pay(world, filer, id, 'NO-SUCH-CODE');
    const { invoice: made } = await readFiling(world, filer, id);
    await world.admin('POST', `/invoices/${Object(made).id}/void`, {});
    expect(refusalOf(await pay(world, filer, id, await aVoucher(world)))).toEqual({
      status: 400,
      error: 'Invoice is not open for payment',
      code: 'invoice.not_open',
    });
  });

  it('keeps the payment but returns 409 if the name was taken in the meantime', async () => {
    const { id, other } = await aFilingWithoutItsName();
    const code = await aVoucher(world);
    expect(refusalOf(await pay(world, filer, id, code))).toEqual(taken);
    expect(await findVoucher(world.table, code)).toMatchObject({ redeemedFor: { id } });
    expect(await readFiling(world, filer, id)).toMatchObject({
      statusId: 'Pending Payment',
      invoice: invoice('paid'),
      submittedAt: null,
      nextSteps: {
        changesRequired: false,
        signatureRequired: false,
        signatureUrl: null,
        paymentRequired: false,
        reviewDispatchPending: false,
        submitReady: true,
        informationRequired: false,
        informationUrl: null,
        pollAfterSeconds: 30,
      },
    });
    expect(refusalOf(await pay(world, filer, id, await aVoucher(world)))).toEqual(paidAlready);
    expect(refusalOf(await submit(world, filer, id))).toEqual(taken);
    await world.admin('PATCH', `/legal_entities/${other.id}`, { name: freshName() });
    world.clock.now += 1000;
    expect(filingIn(await submit(world, filer, id))).toMatchObject({
      statusId: 'Pending Review',
      submittedAt: now(),
    });
    expect(await actionsOn(id)).toContain('amendment.submitted');
    await world.settle();
    expect(await reviewsOf(world, id)).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ['no code', {}],
    ['an empty code', { voucherCode: '' }],
    ['a code that is not a text', { voucherCode: 5 }],
  ])('refuses %s with 400', async (_, body) => {
    const id = await aSignedFiling(world, filer, { extension: 'LC' });
    const path = `${filer.path}/${id}/pay/voucher`;
    const answer = await world.call('POST', path, { key: filer.standardKey, body });
    expect(refusalOf(answer)).toEqual({
      status: 400,
      error: 'Invalid request body',
      code: 'request.invalid_body',
    });
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Draft' });
  });
});
