import { expect, it } from 'vitest';
import { aFiler, aSignedFiling, filingIn, pay, propose } from '../support/amendments.ts';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';

const world = await useWorld();
it('npm run admin shows an amendment to its reviewers', async () => {
  const filer = await aFiler(world);
  const filing = filingIn(await propose(world, filer, { extension: 'LC' }));
  const { admin } = operatorOf(world);
  expect(await admin(`amendments show ${filing.id}`)).toEqual({ ...filing, signer: null });
});

it('npm run admin rejects an amendment whose payment is missing', async () => {
  const filer = await aFiler(world);
  const id = await aSignedFiling(world, filer, { extension: 'LC' });
  await pay(world, filer, id, 'NOTHING-OF-THE-KIND');
  const { admin } = operatorOf(world);
  const listed = await admin('amendments list --status "Pending Payment"');
  expect(listed).toMatchObject([{ id }]);
  expect(await admin(`amendments reject ${id} --reason "Not to be paid" --yes`)).toMatchObject({
    id,
    statusId: 'Rejected',
    rejectedReason: 'Not to be paid',
    invoice: { statusId: 'void' },
  });
});
