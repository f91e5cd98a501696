import { expect } from 'vitest';
import { aVoucher } from '../support/drafts.ts';
import { decideReview } from '../support/submissions.ts';
import type { World } from '../support/world.ts';

/** Calls that use data left by version 1.0.0; every call is expected to succeed. */
export function callerOf(world: () => World) {
  /** `data` of the answer. */
  async function data(path: string, key: string, method = 'GET', body?: unknown) {
    const answer = await world().call(method, path, { key, body });
    expect({ path, status: answer.status, body: answer.body }).toMatchObject({ path, status: 200 });
    return (answer.body as { data: Readonly<Record<string, unknown>> }).data; // just checked
  }
  return {
    data,
    statusAt: async (path: string, key: string) => (await data(path, key))['statusId'],
    /** Pays with a voucher that covers everything. */
    paid: async (path: string, key: string) =>
      data(`${path}/pay/voucher`, key, 'POST', { voucherCode: await aVoucher(world()) }),
    /** Approves as an operator, with everything that follows. */
    async approve(reviewId: string) {
      const { status } = await decideReview(world(), reviewId, { decision: 'approve' });
      expect(status).toBe(200);
      await world().settle();
    },
  };
}
