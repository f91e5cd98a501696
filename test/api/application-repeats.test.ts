import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVoucher } from '../../shared/db/vouchers.ts';
import { aDraft, aPreAcceptingAgent, applicationPayload, aVoucher } from '../support/drafts.ts';
import { letTimeRunOut, startImpatientGateway } from '../support/impatient-gateway.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { startWorld, type World } from '../support/world.ts';

const path = '/api/v1/legal_entity_applications';

let world: World;
let impatient: Awaited<ReturnType<typeof startImpatientGateway>>;

beforeAll(async () => {
  world = await startWorld();
  impatient = await startImpatientGateway(world, [
    'functions/applications/create.ts',
    'functions/applications/pay-voucher.ts',
    'functions/applications/pay-coupon.ts',
  ]);
});
afterAll(async () => {
  await impatient.stop();
  await world.stop();
});

/** Sends it to a function that dies right after its transaction, and then once more. */
async function sendTwice(target: string, key: string, body: unknown) {
  const request = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  };
  world.proxy.failNext({ kind: 'drop-response', operation: 'TransactWriteItems' });
  const first = await fetch(impatient.baseUrl + target, request);
  expect(first.status).toBe(500);
  await letTimeRunOut(world);
  const again = await fetch(world.baseUrl + target, request);
  return {
    status: again.status,
    replayed: again.headers.get('idempotency-replayed'),
    body: (await again.json()) as Record<string, unknown>,
  };
}

const listOf = async (key: string) => {
  const { body } = await world.call('GET', path, { key });
  return (body as { data: unknown[] }).data;
};

describe('a repeat after a first attempt that died behind its effect', () => {
  it('answers the creation of the one draft', async () => {
    const { standardKey } = await aResident(world);
    const body = { applicationData: applicationPayload() };
    const { status, replayed, body: answer } = await sendTwice(path, standardKey, body);
    expect({ status, replayed, answer }).toEqual({
      status: 200,
      replayed: 'true',
      answer: {
        data: expect.objectContaining({ statusId: 'Draft' }),
        nextSteps: { signature: expect.stringMatching(/\/sign\/[\w-]{43}$/) },
      },
    });
    expect(await listOf(standardKey)).toEqual([answer['data']]);
  });

  it.each([
    ['voucher', 'voucherCode'],
    ['coupon', 'couponCode'],
  ])('answers the payment with a %s, not that all is paid', async (name, field) => {
    const owner = await aResident(world);
    const agent = await aPreAcceptingAgent(world, owner);
    for (const [key, statusId] of [
      [owner.standardKey, 'Draft'],
      [agent, 'Pending Review'],
    ] as const) {
      const { id } = await aDraft(world, key);
      const code = await aVoucher(world);
      const again = await sendTwice(`${path}/${id}/pay/${name}`, key, { [field]: code });
      expect(again).toMatchObject({
        status: 200,
        replayed: 'true',
        body: { success: true, data: { id, statusId } },
      });
      expect((await findVoucher(world.table, code))?.redeemedFor?.id).toBe(id);
    }
  });

  it('says again that a paid application could not be submitted', async () => {
    const owner = await aResident(world);
    const agent = await aPreAcceptingAgent(world, owner);
    const { id, name } = await aDraft(world, agent);
    await anEntity(world, { name });
    const code = await aVoucher(world);
    const again = await sendTwice(`${path}/${id}/pay/voucher`, agent, { voucherCode: code });
    expect(again).toMatchObject({ status: 409, body: { code: 'application.submission_failed' } });
  });
});
