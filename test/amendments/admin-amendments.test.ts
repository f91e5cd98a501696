import { beforeEach, describe, expect, it } from 'vitest';
import { findVoucher } from '../../shared/payments/db/vouchers.ts';
import { notFound, operatorOf, unknownId } from '../support/admin.ts';
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
  submit,
} from '../support/amendments.ts';
import { aVoucher } from '../support/drafts.ts';
import { anEntity } from '../support/registry.ts';
import { reviewsOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const filer = await aFiler(world);
const path = (id: string) => `/amendments/${id}`;

it('operators read the same filing as its entity, plus its signer', async () => {
  const draft = filingIn(await propose(world, filer, { extension: 'LC' }));
  expect(await operatorOf(world).data('GET', path(draft.id))).toEqual({ ...draft, signer: null });
  const id = await aSubmittedFiling(world, filer, { extension: 'SRL' });
  expect(await operatorOf(world).data('GET', path(id))).toEqual({
    ...(await readFiling(world, filer, id)),
    signer: { personId: filer.id, name: 'Ada Lovelace' },
  });
});

it('an operator gets 404 for an unknown filing', async () => {
  expect(await operatorOf(world).refused('GET', path(unknownId))).toEqual(notFound);
  expect(await operatorOf(world).refused('GET', path('x'))).toEqual(notFound);
});

describe('POST /admin/v1/amendments/{id}/reject', () => {
  const reason = 'The name was registered by someone else';
  const notPending = {
    status: 409,
    error: 'The amendment filing is not waiting for payment or submission',
    code: 'filing.not_pending_payment',
  };
  let representative: Filer;

  beforeEach(async () => {
    world.clock.now += 3_600_000;
    representative = await aFiler(world);
  });

  const reject = (id: string) =>
    operatorOf(world).data('POST', `/amendments/${id}/reject`, { reason });
  const refusal = (id: string) =>
    operatorOf(world).refused('POST', `/amendments/${id}/reject`, { reason });

  /** A paid filing that cannot be submitted, because another entity has the proposed name. */
  async function aPaidFilingWithoutItsName(): Promise<string> {
    const name = freshName();
    const id = await aSignedFiling(world, representative, { name });
    await anEntity(world, { name });
    expect((await pay(world, representative, id, await aVoucher(world))).status).toBe(409);
    return id;
  }

  /** A filing with an open invoice, after a voucher that does not cover the fee. */
  async function anUnpaidFiling(): Promise<string> {
    const id = await aSignedFiling(world, representative, { extension: 'LC' });
    expect((await pay(world, representative, id, 'NOTHING-OF-THE-KIND')).status).toBe(400);
    return id;
  }

  it('rejects a paid filing whose name was taken, and its entity can file again', async () => {
    const id = await aPaidFilingWithoutItsName();
    await world.settle();
    const before = world.mails.length;
    expect(await reject(id)).toMatchObject({
      statusId: 'Rejected',
      rejectedAt: new Date(world.clock.now).toISOString(),
      rejectedReason: reason,
      submittedAt: null,
      invoice: { statusId: 'paid' },
      signer: { personId: representative.id },
      nextSteps: { paymentRequired: false, submitReady: false },
    });
    await world.settle();
    const mails = world.mails.slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Amendment rejected: /),
    ]);
    expect(mails[0]?.text).toContain(reason);
    expect(await reviewsOf(world, id)).toEqual([]);
    const next = filingIn(await propose(world, representative, { extension: 'LC' }));
    expect(next.id).not.toBe(id);
    expect(next['statusId']).toBe('Draft');
    const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
    expect(body).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({
          action: 'amendment.rejected',
          actor: expect.objectContaining({ kind: 'operator' }),
        }),
      ]),
    });
  });

  it('voids an open invoice, so a rejected filing cannot be paid', async () => {
    const id = await anUnpaidFiling();
    expect(await reject(id)).toMatchObject({ statusId: 'Rejected', invoice: { statusId: 'void' } });
    const code = await aVoucher(world);
    expect((await pay(world, representative, id, code)).status).not.toBe(200);
    expect(await readFiling(world, representative, id)).toMatchObject({
      statusId: 'Rejected',
      invoice: { statusId: 'void' },
    });
  });

  it('rejects a filing whose invoice an operator has voided', async () => {
    const id = await anUnpaidFiling();
    const { invoice } = await readFiling(world, representative, id);
    await operatorOf(world).data('POST', `/invoices/${(invoice as { id: string }).id}/void`);
    expect(await reject(id)).toMatchObject({ statusId: 'Rejected', invoice: { statusId: 'void' } });
  });

  it('refuses with 409 if the filing is a draft, under review or rejected', async () => {
    const draft = filingIn(await propose(world, representative, { extension: 'LC' }));
    expect(await refusal(draft.id)).toEqual(notPending);
    const other = await aFiler(world);
    expect(await refusal(await aSubmittedFiling(world, other, { extension: 'LC' }))).toEqual(
      notPending,
    );
    const third = await aFiler(world);
    representative = third;
    const id = await anUnpaidFiling();
    await reject(id);
    expect(await refusal(id)).toEqual(notPending);
    expect(
      await operatorOf(world).refused('POST', `/amendments/${unknownId}/reject`, { reason }),
    ).toEqual(notFound);
  });

  it('wins or loses against a simultaneous payment', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      representative = await aFiler(world);
      const id = await anUnpaidFiling();
      const code = await aVoucher(world);
      const [rejection, payment] = await Promise.all([
        world.admin('POST', `/amendments/${id}/reject`, { reason }),
        pay(world, representative, id, code),
      ]);
      const paid = payment.status === 200;
      expect(rejection.status).toBe(paid ? 409 : 200);
      expect(await readFiling(world, representative, id)).toMatchObject(
        paid
          ? { statusId: 'Pending Review', invoice: { statusId: 'paid' } }
          : { statusId: 'Rejected', invoice: { statusId: 'void' } },
      );
      expect((await findVoucher(world.table, code))?.redeemedAt !== null).toBe(paid);
      world.clock.now += 3_600_000;
    }
  });

  it('wins or loses against a simultaneous submission', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      representative = await aFiler(world);
      const name = freshName();
      const id = await aSignedFiling(world, representative, { name });
      const other = await anEntity(world, { name });
      await pay(world, representative, id, await aVoucher(world));
      await world.admin('PATCH', `/legal_entities/${other.id}`, { name: freshName() });
      const [rejection, submission] = await Promise.all([
        world.admin('POST', `/amendments/${id}/reject`, { reason }),
        submit(world, representative, id),
      ]);
      const { statusId } = await readFiling(world, representative, id);
      expect(rejection.status).toBe(statusId === 'Rejected' ? 200 : 409);
      if (submission.status === 200 && statusId === 'Rejected') {
        expect(filingIn(submission)['statusId']).toBe('Rejected');
      }
      world.clock.now += 3_600_000;
    }
  });
});
