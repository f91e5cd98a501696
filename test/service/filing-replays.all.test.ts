import { describe, expect, it } from 'vitest';
import { aFiler, aSignedFiling, type Filer, freshName, refusalOf } from '../support/amendments.ts';
import { requestsPath } from '../support/certificates.ts';
import { aVoucher } from '../support/drafts.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
/** One filer whose entity Agent Keys can file for, and one whose entity they can't see. */
const seen = await aFiler(world);
const hidden = await aFiler(world, { createdViaAPI: false });

interface Sent {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

let requests = 0;

/** Sends the request with the Standard Key, and again with the owner's Agent Key. */
async function sendWithBoth({ standardKey, agentKey }: Filer, { method, path, body }: Sent) {
  requests += 1;
  const headers = { 'idempotency-key': `${requests}` };
  const own = await world.call(method, path, { key: standardKey, body, headers });
  expect(own.status).toBe(200);
  return { own, repeated: await world.call(method, path, { key: agentKey, body, headers }) };
}

const writes: readonly [string, (filer: Filer) => Promise<Sent>][] = [
  ['a draft', async ({ path }) => ({ method: 'POST', path, body: { name: freshName() } })],
  [
    'a revision',
    async (filer) => {
      const id = await aSignedFiling(world, filer, { name: freshName() });
      const path = `${filer.path}/${id}`;
      return { method: 'PATCH', path, body: { name: freshName() } };
    },
  ],
  [
    'a payment',
    async (filer) => {
      const id = await aSignedFiling(world, filer, { name: freshName() });
      const body = { voucherCode: await aVoucher(world) };
      return { method: 'POST', path: `${filer.path}/${id}/pay/voucher`, body };
    },
  ],
  [
    'a certificate request',
    async ({ entityId }) => ({ method: 'POST', path: requestsPath(entityId), body: {} }),
  ],
];

describe('a request of a Standard Key that an Agent Key of its owner repeats', () => {
  it.each(writes)("is answered 404 if Agent Keys can't see the entity: %s", async (_, send) => {
    const { repeated } = await sendWithBoth(hidden, await send(hidden));
    expect(refusalOf(repeated)).toEqual({
      status: 404,
      error: 'Legal entity not found',
      code: 'entity.not_found',
    });
    expect(repeated.headers.get('idempotency-replayed')).toBeNull();
  });

  it.each(writes)('replays the answer if the Agent Key may file itself: %s', async (_, send) => {
    const { own, repeated } = await sendWithBoth(seen, await send(seen));
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect(repeated.body).toEqual(own.body);
  });
});
