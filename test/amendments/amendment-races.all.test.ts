import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { listAmendments } from '../../shared/amendments/db/amendments.ts';
import { findVoucher } from '../../shared/payments/db/vouchers.ts';
import {
  aFiler,
  aSignedFiling,
  aSubmittedFiling,
  browserOf,
  type Filer,
  filingIn,
  freshName,
  pay,
  propose,
  readFiling,
  revise,
  sign,
  signaturePage,
  submit,
  versionOn,
} from '../support/amendments.ts';
import { aVoucher } from '../support/drafts.ts';
import { anEntity } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

let filer: Filer;

const world = await useWorld();
beforeEach(async () => {
  // Sign-ins from one network address are limited per hour.
  world.clock.now += 3_600_000;
  filer = await aFiler(world);
});

const isWrite = (_: unknown, operation: string) => operation === 'TransactWriteItems';
const office = { line1: '7 Pier', city: 'Port Town', postalCode: '10300', country: 'HN' };
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted();

/** Opens the signature form for the current filing, ready to send. */
async function aReadyForm(id: string) {
  const browser = await browserOf(world, filer);
  const page = signaturePage(filer, id);
  const version = versionOn((await browser.open(page)).text);
  return () => browser.send(page, { signerName: 'Ada Lovelace', agree: 'yes', version });
}

async function redeemed(codes: readonly string[]): Promise<number> {
  const vouchers = await Promise.all(codes.map((code) => findVoucher(world.table, code)));
  return vouchers.filter((voucher) => voucher?.redeemedAt !== null).length;
}

describe('simultaneous changes to amendments', () => {
  it('leave one open draft with one set of proposals after five creations', async () => {
    const bodies = ['LC', 'SRL', 'L.C.', 'Limited Co.', 'Ltd. Co.'].map((extension) => ({
      extension,
    }));
    const answers = await Promise.all(bodies.map((body) => propose(world, filer, body)));
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => filingIn(answer).id)).size).toBe(1);
    const filings = await listAmendments(world.table, filer.entityId);
    expect(filings).toHaveLength(1);
    expect(bodies.map(({ extension }) => extension)).toContain(
      filings[0]?.proposedChanges.extension,
    );
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['creation', () => propose(world, filer, { extension: 'SRL' })],
    ['PATCH', (id) => revise(world, filer, id, { extension: 'SRL' })],
  ])('sign nothing if a %s comes before the signature is written', async (_, change) => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    const send = await aReadyForm(id);
    world.proxy.beforeNext(isWrite, () => change(id));
    expect((await send()).status).toBe(409);
    expect(await readFiling(world, filer, id)).toMatchObject({
      signed: false,
      proposedChanges: { extension: 'SRL' },
    });
  });

  it.each<[string, (id: string) => ReturnType<typeof propose>]>([
    ['creation', () => propose(world, filer, { extension: 'SRL' })],
    ['PATCH', (id) => revise(world, filer, id, { extension: 'SRL' })],
  ])('void a signature that comes before the %s is written', async (_, change) => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    const send = await aReadyForm(id);
    let signature = 0;
    world.proxy.beforeNext(isWrite, async () => {
      signature = (await send()).status;
    });
    expect((await change(id)).status).toBe(200);
    expect(signature).toBe(303);
    expect(await readFiling(world, filer, id)).toMatchObject({
      signed: false,
      proposedChanges: { extension: 'SRL' },
    });
  });

  it('never keep a signature for changes that were not shown', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
      const send = await aReadyForm(id);
      await Promise.all([send(), revise(world, filer, id, { extension: `X${round}` })]);
      expect(await readFiling(world, filer, id)).toMatchObject({ signed: false });
    }
  });

  it('redeem one voucher and submit once after five payments', async () => {
    const id = await aSignedFiling(world, filer, { extension: 'LC' });
    const codes = await Promise.all(Array.from({ length: 5 }, () => aVoucher(world)));
    const answers = await Promise.all(codes.map((code) => pay(world, filer, id, code)));
    expect(statuses(answers)).toEqual([200, 400, 400, 400, 400]);
    expect(await redeemed(codes)).toBe(1);
    await world.settle();
    await reviewOf(world, id);
  });

  it('pay only one of two filings with the same voucher', async () => {
    const other = await aFiler(world);
    const code = await aVoucher(world);
    const ids = [
      await aSignedFiling(world, filer, { extension: 'LC' }),
      await aSignedFiling(world, other, { extension: 'LC' }),
    ] as const;
    const answers = await Promise.all([
      pay(world, filer, ids[0], code),
      pay(world, other, ids[1], code),
    ]);
    expect(statuses(answers)).toEqual([200, 400]);
  });

  it('submit once if the filing is paid and submitted', async () => {
    const name = freshName();
    const id = await aSignedFiling(world, filer, { name });
    const code = await aVoucher(world);
    world.proxy.beforeNext(isWrite, async () => {
      expect((await submit(world, filer, id)).status).toBe(402);
    });
    const answers = await Promise.all([
      pay(world, filer, id, code),
      submit(world, filer, id),
      submit(world, filer, id),
    ]);
    expect(answers[0].status).toBe(200);
    await world.settle();
    await reviewOf(world, id);
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Pending Review' });
  });

  it('submit a paid filing once if its taken name is free again and it is sent twice', async () => {
    const name = freshName();
    const id = await aSignedFiling(world, filer, { name });
    const other = await anEntity(world, { name });
    await pay(world, filer, id, await aVoucher(world));
    await world.admin('PATCH', `/legal_entities/${other.id}`, { name: freshName() });
    const answers = await Promise.all([submit(world, filer, id), submit(world, filer, id)]);
    expect(statuses(answers)).toEqual([200, 200]);
    await world.settle();
    await reviewOf(world, id);
  });

  it('pay but do not submit if an import takes the name before the payment is written', async () => {
    const name = freshName();
    const id = await aSignedFiling(world, filer, { name });
    await pay(world, filer, id, 'NO-SUCH-CODE');
    const code = await aVoucher(world);
    world.proxy.beforeNext(isWrite, () => anEntity(world, { name }));
    expect((await pay(world, filer, id, code)).status).toBe(409);
    expect(await redeemed([code])).toBe(1);
    expect(await readFiling(world, filer, id)).toMatchObject({
      statusId: 'Pending Payment',
      nextSteps: { submitReady: true },
    });
  });

  it('sign nothing if an import takes the name before the signature is written', async () => {
    const name = freshName();
    const { id } = filingIn(await propose(world, filer, { name }));
    const send = await aReadyForm(id);
    world.proxy.beforeNext(isWrite, () => anEntity(world, { name }));
    expect((await send()).status).toBe(409);
    expect(await readFiling(world, filer, id)).toMatchObject({ signed: false });
  });

  it('pay nothing if the representative is removed before the payment is written', async () => {
    const id = await aSignedFiling(world, filer, { principalOfficeAddress: office });
    await pay(world, filer, id, 'NO-SUCH-CODE');
    const code = await aVoucher(world);
    world.proxy.beforeNext(isWrite, () =>
      world.admin('DELETE', `/legal_entities/${filer.entityId}/representatives/${filer.id}`),
    );
    expect((await pay(world, filer, id, code)).status).toBe(404);
    expect(await redeemed([code])).toBe(0);
  });

  it.each<[string, (id: string) => Promise<{ readonly status: number }>]>([
    ['a creation', () => propose(world, filer, { extension: 'SRL' })],
    ['a PATCH', (id) => revise(world, filer, id, { extension: 'SRL' })],
    ['an invoice', (id) => pay(world, filer, id, 'NO-SUCH-CODE')],
  ])('write nothing if the representative is removed before %s is written', async (_, write) => {
    const id = await aSignedFiling(world, filer, { extension: 'LC' });
    const before = await listAmendments(world.table, filer.entityId);
    world.proxy.beforeNext(isWrite, () =>
      world.admin('DELETE', `/legal_entities/${filer.entityId}/representatives/${filer.id}`),
    );
    expect((await write(id)).status).toBe(404);
    expect(await listAmendments(world.table, filer.entityId)).toEqual(before);
  });

  it('sign nothing if the representative is removed before the signature is written', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    const send = await aReadyForm(id);
    world.proxy.beforeNext(isWrite, () =>
      world.admin('DELETE', `/legal_entities/${filer.entityId}/representatives/${filer.id}`),
    );
    expect((await send()).status).toBe(404);
    const [filing] = await listAmendments(world.table, filer.entityId);
    expect(filing?.signature).toBeNull();
  });

  it('create nothing if the Manifestation of Will is revoked before the write', async () => {
    world.proxy.beforeNext(isWrite, () =>
      world.admin('DELETE', `/persons/${filer.id}/manifestation_of_will`),
    );
    const answer = await propose(world, filer, { extension: 'LC' }, filer.agentKey);
    expect(answer.status).toBe(403);
    expect(await listAmendments(world.table, filer.entityId)).toEqual([]);
  });

  it('carry out one of two approvals for the same name, and return the other to review', async () => {
    const name = freshName();
    const other = await aFiler(world);
    const ids = [
      await aSubmittedFiling(world, filer, { name }),
      await aSubmittedFiling(world, other, { name: name.toUpperCase() }),
    ] as const;
    await world.settle();
    const reviews = await Promise.all(ids.map((id) => reviewOf(world, id)));
    await Promise.all(reviews.map(({ id }) => decideReview(world, id, { decision: 'approve' })));
    await world.settle();
    const filings = [
      await readFiling(world, filer, ids[0]),
      await readFiling(world, other, ids[1]),
    ];
    expect(filings.map(({ statusId }) => statusId).toSorted()).toEqual([
      'Approved',
      'Pending Review',
    ]);
    const loser = filings.find(({ statusId }) => statusId === 'Pending Review');
    expect(await reviewOf(world, String(loser?.id))).toMatchObject({
      status: 'pending',
      returnedReason: 'A legal entity with this name already exists',
    });
  });
});

it('no sequence of amendment commands redeems two vouchers or reaches an impossible state', async () => {
  const command = fc.constantFrom(
    'propose',
    'revise',
    'sign',
    'pay',
    'payBadly',
    'submit',
    'settle',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 12 }), async (sequence) => {
      world.clock.now += 3_600_000;
      const codes: string[] = [];
      const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
      for (const each of sequence) {
        if (each === 'propose') await propose(world, filer, { name: freshName() });
        if (each === 'revise') await revise(world, filer, id, { extension: freshName() });
        if (each === 'sign') await sign(world, filer, id);
        if (each === 'payBadly') await pay(world, filer, id, 'NO-SUCH-CODE');
        if (each === 'submit') await submit(world, filer, id);
        if (each === 'settle') await world.settle();
        if (each === 'pay') {
          const code = await aVoucher(world);
          codes.push(code);
          await pay(world, filer, id, code);
        }
      }
      const { statusId, signed, invoice, submittedAt } = await readFiling(world, filer, id);
      expect(await redeemed(codes)).toBe(submittedAt === null ? 0 : 1);
      expect(submittedAt !== null).toBe(statusId === 'Pending Review');
      expect(Object(invoice).statusId).toBe(
        { Draft: undefined, 'Pending Payment': 'open', 'Pending Review': 'paid' }[String(statusId)],
      );
      if (statusId !== 'Draft') expect(signed).toBe(true);
      // An entity has at most one open filing, so the next run uses a new entity.
      filer = await aFiler(world);
    }),
    { numRuns: 8 },
  );
});
