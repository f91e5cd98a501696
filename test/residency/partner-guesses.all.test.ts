import { expect, it } from 'vitest';
import { aVoucher } from '../support/drafts.ts';
import { aPartner, aPartnerDraft, partnerCalls } from '../support/partners.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

it('an integration that guesses vouchers is blocked with 429, and others can still pay', async () => {
  const guesser = await aPartner(world);
  const { id: theirs } = await aPartnerDraft(world, guesser);
  const { pay } = partnerCalls(world, guesser);
  for (let guess = 1; guess <= 200; guess += 1) await pay(theirs, `GUESS-${guess}`);
  expect(await pay(theirs, await aVoucher(world))).toMatchObject({
    status: 429,
    body: { error: 'Too many attempts', code: 'rate_limit.too_many_attempts' },
  });
  const partner = await aPartner(world);
  const { id } = await aPartnerDraft(world, partner);
  expect((await partnerCalls(world, partner).pay(id, await aVoucher(world))).status).toBe(200);
});
