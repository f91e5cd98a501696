import { beforeEach, describe, expect, it } from 'vitest';
import { ProofOfAddressAnswer } from '../../shared/residency/contracts/partner-application.ts';
import { unknownId } from '../support/admin.ts';
import { aResidencyDraft } from '../support/applicants.ts';
import { aPdf } from '../support/files.ts';
import { multipartType } from '../support/multipart.ts';
import { aFile, aPartner, aProof, downloadProof, type Sent, sendProof } from '../support/proofs.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let draft: string;

const world = await useWorld();
const partner = await aPartner(world);
beforeEach(async () => {
  world.clock.now += 60_000;
  draft = (await aResidencyDraft(world, partner)).id;
});

const send = (sent: Partial<Sent>) =>
  sendProof(world, { key: partner.key, body: aProof(draft), ...sent });

async function uploaded() {
  const { body } = await send({});
  return ProofOfAddressAnswer.parse(body).data;
}

const refusal = (status: number, error: string, code: string) => ({
  status,
  body: {
    error,
    code,
    documentation: expect.stringContaining('/docs/errors#'),
    requestId: expect.any(String),
  },
});

describe('an upload with an Idempotency-Key (facts C12.6)', () => {
  const headers = { 'idempotency-key': 'upload-1' };
  const body = (content = aPdf()) => aProof(draft, aFile(content));
  /** The same fields with another boundary, as programs create a new one for each attempt. */
  const rewritten = () => {
    const text = Buffer.from(body()).toString('latin1').replaceAll('7MA4YWxkTrZu0gW', 'another');
    return {
      body: new Uint8Array(Buffer.from(text, 'latin1')),
      type: multipartType.replace('7MA4YWxkTrZu0gW', 'another'),
    };
  };

  it('is stored once, however often and with whatever boundary it is sent', async () => {
    const first = await send({ headers });
    const again = await send({ headers, ...rewritten() });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is stored once if sent ten times in parallel', async () => {
    const key = { 'idempotency-key': 'upload-ten' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ headers: key })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const ids = answers.map((answer) => ProofOfAddressAnswer.parse(answer.body).data.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('counts once against the limit if sent fifty times in parallel, and failures don’t count', async () => {
    const key = { 'idempotency-key': 'upload-fifty' };
    const fifty = await Promise.all(Array.from({ length: 50 }, () => send({ headers: key })));
    // On a busy machine some run out of time before they are answered; they are repeated, as their senders would.
    const answers = await Promise.all(
      fifty.map((answer) => (answer.status < 500 ? answer : send({ headers: key }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'internal', times: 3 });
    expect((await send({})).status).toBe(500);
    // 19 uploads are left, in parallel or not.
    const statuses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const some = await Promise.all(Array.from({ length: 5 }, () => send({})));
      statuses.push(...some.map(({ status }) => status).toSorted());
    }
    expect(statuses).toEqual(Array.from({ length: 25 }, (_, index) => (index < 19 ? 200 : 429)));
    // The hour's limit is reached, and a repeat is still answered.
    expect((await send({ headers: key })).body).toEqual(answers[0]?.body);
  });

  it('returns 409 for another file, while another partner can use the same key', async () => {
    const key = { 'idempotency-key': 'upload-other' };
    expect((await send({ headers: key })).status).toBe(200);
    expect(await send({ headers: key, body: body(aPdf(70)) })).toMatchObject({
      status: 409,
      body: { code: 'idempotency.key_reused' },
    });
    const other = await aPartner(world);
    draft = (await aResidencyDraft(world, other)).id;
    expect((await send({ key: other.key, headers: key })).status).toBe(200);
  });

  it('succeeds when repeated after the bytes could not be stored', async () => {
    const { documents } = world.deps;
    const { put } = documents;
    Object.assign(documents, {
      put: async () => {
        Object.assign(documents, { put });
        throw new Error('no answer');
      },
    });
    const key = { 'idempotency-key': 'upload-no-bytes' };
    expect((await send({ headers: key })).status).toBe(500);
    expect((await send({ headers: key })).status).toBe(200);
  });

  it.each(['before', 'after'] as const)(
    'succeeds when repeated after the first attempt failed %s its effect',
    async (moment) => {
      const key = { 'idempotency-key': `upload-died-${moment}` };
      world.proxy.failNext({
        operation: 'TransactWriteItems',
        kind: moment === 'before' ? 'internal' : 'drop-response',
        times: 3,
      });
      const first = await send({ headers: key });
      expect(first.status).toBe(moment === 'before' ? 500 : 503);
      expect(world.proxy.pending()).toBe(0);
      const second = await send({ headers: key });
      const third = await send({ headers: key });
      expect([second.status, third.status, third.body]).toEqual([200, 200, second.body]);
    },
  );
});

describe('GET /api/v1/uploads/proof_of_address/{id}', () => {
  it('returns 404 for another integration’s upload, and for unknown ids', async () => {
    const { id } = await uploaded();
    const other = await aPartner(world);
    const notFound = refusal(404, 'Proof of address not found', 'proof_of_address.not_found');
    for (const [requested, key] of [
      [id, other.key],
      [unknownId, partner.key],
      ['x', partner.key],
    ] as const) {
      const response = await downloadProof(world, requested, key);
      expect({ status: response.status, body: await response.json() }).toEqual(notFound);
    }
  });

  it('requires the scope for reading applications', async () => {
    const { id } = await uploaded();
    const key = await created(world, `/partner_integrations/${partner.integrationId}/keys`, {
      scopes: ['partner:person.proof_of_address.write'],
    });
    expect((await downloadProof(world, id, String(key['key']))).status).toBe(403);
  });
});
