import { expect, it } from 'vitest';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

it('the home page needs one batch read and three queries, and two without a valid key', async () => {
  const ada = await aResident(world);
  const browser = await signedIn(world, ada.email);
  const reads = async () => {
    world.proxy.calls.reset();
    expect((await browser.open('/portal')).status).toBe(200);
    return world.proxy.calls
      .list()
      .map(({ operation }) => operation)
      .toSorted();
  };
  await browser.open('/portal');
  expect(await reads()).toEqual(['BatchGetItem', 'Query', 'Query', 'Query']);
  const path = `/persons/${ada.id}/api_keys`;
  const { body } = await world.admin('GET', path);
  const { data } = body as { data: readonly { readonly id: string }[] };
  for (const { id } of data) await world.admin('DELETE', `${path}/${id}`);
  // Approvals require a key.
  expect(await reads()).toEqual(['BatchGetItem', 'Query', 'Query']);
});
