import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aFiler,
  aSubmittedFiling,
  type Filer,
  filingIn,
  pay,
  propose,
  readFiling,
  refusalOf,
  sign,
  submit,
} from '../support/amendments.ts';
import { reviewsOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

let filer: Filer;

const world = await useWorld();
beforeEach(async () => {
  // Sign-ins from one network address are limited per hour.
  world.clock.now += 3_600_000;
  filer = await aFiler(world);
});

const unpaid = {
  status: 402,
  error: 'The invoice of the amendment filing is not paid',
  code: 'invoice_not_paid',
};

/** Returns the events that request the filing's review. */
async function dispatchesOf(id: string) {
  const { Items = [] } = await world.table.client.send(
    new ScanCommand({ TableName: world.table.name, ConsistentRead: true }),
  );
  return Items.filter(({ event }) => event?.type === 'review.requested' && event.subject.id === id);
}

describe('POST …/submit (spec 3.2, 4.15)', () => {
  it('refuses an unsigned filing with 400 and an unpaid one with 402', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    expect(refusalOf(await submit(world, filer, id))).toEqual({
      status: 400,
      error: 'Amendment filing must be signed before submission',
      code: 'filing.not_signed',
    });
    await sign(world, filer, id);
    expect(refusalOf(await submit(world, filer, id))).toEqual(unpaid);
    await pay(world, filer, id, 'NO-SUCH-CODE');
    expect(refusalOf(await submit(world, filer, id))).toEqual(unpaid);
  });

  it('requests the dispatch again while it is pending, without another submission', async () => {
    const id = await aSubmittedFiling(world, filer, { extension: 'LC' });
    const submitted = await readFiling(world, filer, id);
    world.clock.now += 1000;
    expect(await submit(world, filer, id)).toMatchObject({
      status: 200,
      body: { success: true, data: submitted },
    });
    expect(await dispatchesOf(id)).toHaveLength(2);
    await world.settle();
    expect(await reviewsOf(world, id)).toHaveLength(1);
    const dispatched = await readFiling(world, filer, id);
    expect(dispatched).toEqual({
      ...submitted,
      nextSteps: { ...submitted.nextSteps, reviewDispatchPending: false },
    });
    expect(filingIn(await submit(world, filer, id))).toEqual(dispatched);
    expect(await dispatchesOf(id)).toHaveLength(2);
  });

  it.each([
    ['Approved', { decision: 'approve' }],
    ['Rejected', { decision: 'reject', reason: 'No.' }],
  ])('returns a filing that is %s unchanged', async (statusId, decision) => {
    const id = await aSubmittedFiling(world, filer, { extension: 'LC' });
    await world.settle();
    const [review] = await reviewsOf(world, id);
    await world.admin('POST', `/reviews/${review?.id}/decision`, decision);
    await world.settle();
    const decided = await readFiling(world, filer, id);
    expect(decided).toMatchObject({ statusId });
    expect(filingIn(await submit(world, filer, id))).toEqual(decided);
    expect(await dispatchesOf(id)).toHaveLength(1);
  });

  it('accepts a request with an empty body and no content type', async () => {
    const id = await aSubmittedFiling(world, filer, { extension: 'LC' });
    const response = await fetch(`${world.baseUrl}${filer.path}/${id}/submit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${filer.standardKey}`, 'content-length': '0' },
    });
    expect(response.status).toBe(200);
  });
});
