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
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const rounds = 8;
const key = () => ada.standardKey;
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted();

async function invoiceOf({ invoice }: CertificateRow) {
  const { body } = await world.admin('GET', `/invoices/${invoice.id}`);
  return (body as { data: { statusId: string } }).data.statusId;
}

async function isRedeemed(code: string) {
  const { body } = await world.admin('GET', `/vouchers/${code}`);
  return (body as { data: { redeemedAt: string | null } }).data.redeemedAt !== null;
}

describe('simultaneous changes to a certificate request', () => {
  it('create only one request after ten creations', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const requests = await Promise.all(
      Array.from({ length: 10 }, () => aRequest(world, id, key())),
    );
    expect(new Set(requests.map((request) => request.id)).size).toBe(1);
    const { body } = await world.call('GET', requestsPath(id), { key: key() });
    expect((body as { data: unknown[] }).data).toHaveLength(1);
  });

  it('accept only one of two payments, and leave the other voucher unused', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await aRepresentedEntity(world, ada);
      const request = await aRequest(world, id, key());
      const codes = [await aVoucher(world), await aVoucher(world)];
      const answers = await Promise.all(
        codes.map((code) => payRequest(world, request, key(), code)),
      );
      expect(statuses(answers)).toEqual([200, 400]);
      const redeemed = await Promise.all(codes.map(isRedeemed));
      expect(redeemed.toSorted()).toEqual([false, true]);
    }
  });

  it('cancel a request that is paid and cancelled, and keep an earlier payment', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await aRepresentedEntity(world, ada);
      const request = await aRequest(world, id, key());
      const code = await aVoucher(world);
      const [paid, cancelled] = await Promise.all([
        payRequest(world, request, key(), code),
        world.admin('POST', `/certificate_requests/${request.id}/cancel`, {}),
      ]);
      expect(cancelled.status).toBe(200);
      expect([200, 409]).toContain(paid.status);
      expect(await isRedeemed(code)).toBe(paid.status === 200);
      expect(await invoiceOf(request)).toBe(paid.status === 200 ? 'paid' : 'void');
      expect(await readRequest(world, request, key())).toMatchObject({ statusId: 'Cancelled' });
    }
  });

  it('cancel the request on dissolution only if it is unpaid', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await aRepresentedEntity(world, ada);
      const request = await aRequest(world, id, key());
      const code = await aVoucher(world);
      const dissolutionDate = new Date(world.clock.now).toISOString();
      const [paid, dissolved] = await Promise.all([
        payRequest(world, request, key(), code),
        world.admin('PATCH', `/legal_entities/${id}`, { dissolutionDate }),
      ]);
      expect(dissolved.status).toBe(200);
      expect([200, 409]).toContain(paid.status);
      expect(await isRedeemed(code)).toBe(paid.status === 200);
      const { statusId } = await readRequest(world, request, key());
      if (paid.status === 200) expect(statusId).not.toBe('Cancelled');
      else expect([statusId, await invoiceOf(request)]).toEqual(['Cancelled', 'void']);
    }
  });

  it('leave no unpaid request of a dissolved entity open', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await aRepresentedEntity(world, ada);
      const dissolutionDate = new Date(world.clock.now).toISOString();
      const [created, dissolved] = await Promise.all([
        world.call('POST', requestsPath(id), { key: key(), body: {} }),
        world.admin('PATCH', `/legal_entities/${id}`, { dissolutionDate }),
      ]);
      expect(dissolved.status).toBe(200);
      expect([200, 409]).toContain(created.status);
      const { body } = await world.call('GET', requestsPath(id), { key: key() });
      const left = (body as { data: CertificateRow[] }).data.map(({ statusId }) => statusId);
      expect(left).toEqual(created.status === 200 ? ['Cancelled'] : []);
    }
  });

  it('succeed if the table’s response is lost', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, id, key());
    const code = await aVoucher(world);
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'drop-response' });
    expect((await payRequest(world, request, key(), code)).status).toBe(200);
    await world.settle();
    expect(await readRequest(world, request, key())).toMatchObject({ statusId: 'Issued' });
  });
});
