import { expect, it } from 'vitest';
import { aFiler, filingIn, propose } from '../support/amendments.ts';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';

const world = await useWorld();
it('npm run admin shows an amendment, for whoever reviews it', async () => {
  const filer = await aFiler(world);
  const filing = filingIn(await propose(world, filer, { extension: 'LC' }));
  const { admin } = operatorOf(world);
  expect(await admin(`amendments show ${filing.id}`)).toEqual({ ...filing, signer: null });
});
