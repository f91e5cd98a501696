import { expect, it } from 'vitest';
import { notFound, operatorOf, unknownId } from '../support/admin.ts';
import { aFiler, aSubmittedFiling, filingIn, propose, readFiling } from '../support/amendments.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const filer = await aFiler(world);
const path = (id: string) => `/amendments/${id}`;

it('operators see a filing as its entity does, with who signed it', async () => {
  const draft = filingIn(await propose(world, filer, { extension: 'LC' }));
  expect(await operatorOf(world).data('GET', path(draft.id))).toEqual({ ...draft, signer: null });
  const id = await aSubmittedFiling(world, filer, { extension: 'SRL' });
  expect(await operatorOf(world).data('GET', path(id))).toEqual({
    ...(await readFiling(world, filer, id)),
    signer: { personId: filer.id, name: 'Ada Lovelace' },
  });
});

it('404 for what does not exist', async () => {
  expect(await operatorOf(world).refused('GET', path(unknownId))).toEqual(notFound);
  expect(await operatorOf(world).refused('GET', path('x'))).toEqual(notFound);
});
