import { afterAll, describe, expect, it } from 'vitest';
import { findVoucher } from '../../shared/payments/db/vouchers.ts';
import { aFiler, aSignedFiling, freshName, readFiling } from '../support/amendments.ts';
import {
  aRepresentedEntity,
  aRequest,
  readRequest,
  requestsPath,
} from '../support/certificates.ts';
import { aVoucher } from '../support/drafts.ts';
import { sendTwice, startImpatientGateway } from '../support/impatient-gateway.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const impatient = await startImpatientGateway(world, [
  'functions/amendments/create.ts',
  'functions/amendments/pay-voucher.ts',
  'functions/amendments/submit.ts',
  'functions/certificates/create.ts',
  'functions/certificates/pay-voucher.ts',
]);
afterAll(() => impatient.stop());

const auditOf = async (id: string) => {
  const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
  return (body as { data: { action: string }[] }).data.map(({ action }) => action).sort();
};

describe('a repeated filing, after the first attempt died once its effect was stored', () => {
  it('returns the filing that was created', async () => {
    const filer = await aFiler(world);
    const body = { name: freshName() };
    const {
      status,
      replayed,
      body: answer,
    } = await sendTwice(world, impatient, {
      target: filer.path,
      key: filer.standardKey,
      body,
    });
    const { id } = answer['data'] as { id: string };
    expect({ status, replayed, data: answer['data'] }).toEqual({
      status: 200,
      replayed: 'true',
      data: await readFiling(world, filer, id),
    });
    expect(await auditOf(id)).toEqual(['amendment.created']);
  });

  it.each([1, 2])(
    'is paid once if the first attempt died after transaction %i of two',
    async (transaction) => {
      const filer = await aFiler(world);
      const id = await aSignedFiling(world, filer, { name: freshName() });
      const code = await aVoucher(world);
      const again = await sendTwice(world, impatient, {
        target: `${filer.path}/${id}/pay/voucher`,
        key: filer.standardKey,
        body: { voucherCode: code },
        transaction,
      });
      expect(again).toMatchObject({
        status: 200,
        replayed: transaction === 2 ? 'true' : null,
        body: { success: true, data: { id, statusId: 'Pending Review' } },
      });
      expect((await findVoucher(world.table, code))?.redeemedFor?.id).toBe(id);
      const actions = await auditOf(id);
      expect(actions.filter((action) => action === 'amendment.paid')).toHaveLength(1);
    },
  );

  it('reports again that its name was taken while it was being paid', async () => {
    const filer = await aFiler(world);
    const name = freshName();
    const id = await aSignedFiling(world, filer, { name });
    await anEntity(world, { name });
    const again = await sendTwice(world, impatient, {
      target: `${filer.path}/${id}/pay/voucher`,
      key: filer.standardKey,
      body: { voucherCode: await aVoucher(world) },
      transaction: 2,
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'entity.name_taken' } });
  });
});

describe('a repeated certificate request, after the first attempt died once its effect was stored', () => {
  it('returns the request that was created', async () => {
    const { id, standardKey } = await aResident(world);
    const entity = await aRepresentedEntity(world, { id });
    const { status, body } = await sendTwice(world, impatient, {
      target: requestsPath(entity.id),
      key: standardKey,
      body: {},
    });
    const { data } = body as { data: { id: string } };
    expect(status).toBe(200);
    expect(await aRequest(world, entity.id, standardKey)).toMatchObject({ id: data.id });
    expect(await auditOf(data.id)).toEqual(['certificate_request.created']);
  });

  it('returns the request that was created, even if it was cancelled since', async () => {
    const { id, standardKey } = await aResident(world);
    const entity = await aRepresentedEntity(world, { id });
    const answer = await sendTwice(world, impatient, {
      target: requestsPath(entity.id),
      key: standardKey,
      body: {},
      meanwhile: async () => {
        const request = await aRequest(world, entity.id, standardKey);
        await world.admin('POST', `/certificate_requests/${request.id}/cancel`);
      },
    });
    expect(answer).toMatchObject({
      status: 200,
      replayed: 'true',
      body: { data: { statusId: 'Cancelled' } },
    });
  });

  it('is paid once', async () => {
    const { id, standardKey } = await aResident(world);
    const entity = await aRepresentedEntity(world, { id });
    const request = await aRequest(world, entity.id, standardKey);
    const again = await sendTwice(world, impatient, {
      target: `${requestsPath(entity.id)}/${request.id}/pay/voucher`,
      key: standardKey,
      body: { voucherCode: await aVoucher(world) },
    });
    expect(again).toEqual({
      status: 200,
      replayed: 'true',
      body: {
        success: true,
        data: await readRequest(world, request, standardKey),
        message: 'Payment applied. The certificate is being issued.',
      },
    });
  });
});
