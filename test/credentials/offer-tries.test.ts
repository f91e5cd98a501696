import { expect, it } from 'vitest';
import {
  newOfferWrite,
  offerReference,
  takeTry,
  txCodeHash,
} from '../../shared/credentials/db/credential-grants.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const at = (seconds: number) => new Date(world.clock.now + seconds * 1000).toISOString();

async function anOffer(): Promise<string> {
  const code = world.deps.newId();
  const outcome = await transact(world.table, {
    offer: newOfferWrite({
      reference: offerReference(code),
      personId: world.deps.newId(),
      kind: 'residency',
      legalEntityId: null,
      txCodeHash: txCodeHash(code, '123456'),
      attempts: 0,
      credentialEpoch: 0,
      grantId: world.deps.newId(),
      createdAt: at(0),
      expiresAt: at(600),
      redeemedAt: null,
    }),
  });
  expect(outcome.kind).toBe('written');
  return code;
}

it('an offer allows five tries, even with thirty at the same time', async () => {
  const code = await anOffer();
  const tries = await Promise.all(
    Array.from({ length: 30 }, () => takeTry(world.table, code, at(0))),
  );
  expect(
    tries
      .filter((offer) => offer !== null)
      .map(({ attempts }) => attempts)
      .toSorted(),
  ).toEqual([1, 2, 3, 4, 5]);
  expect(await takeTry(world.table, code, at(0))).toBe(null);
});

it('an unknown or expired offer allows no try', async () => {
  expect(await takeTry(world.table, 'nobody made this', at(0))).toBe(null);
  const code = await anOffer();
  expect(await takeTry(world.table, code, at(600))).toBe(null);
  expect(await takeTry(world.table, code, at(599))).toMatchObject({ attempts: 1 });
});
