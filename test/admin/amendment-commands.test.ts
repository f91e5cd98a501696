import { afterAll, beforeAll, expect, it } from 'vitest';
import { aFiler, filingIn, propose } from '../support/amendments.ts';
import { startWorld, type World } from '../support/world.ts';
import { operatorOf } from './operator.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('npm run admin shows an amendment, for whoever reviews it', async () => {
  const filer = await aFiler(world);
  const filing = filingIn(await propose(world, filer, { extension: 'LC' }));
  const { admin } = operatorOf(world);
  expect(await admin(`amendments show ${filing.id}`)).toEqual({ ...filing, signer: null });
});
