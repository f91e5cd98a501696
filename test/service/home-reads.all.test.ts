import { expect, it } from 'vitest';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

it('the home page needs one batch read and three queries', async () => {
  const ada = await aResident(world);
  const browser = await signedIn(world, ada.email);
  await browser.open('/portal');
  world.proxy.calls.reset();
  expect((await browser.open('/portal')).status).toBe(200);
  const asked = world.proxy.calls.list().map(({ operation }) => operation);
  expect(asked.toSorted()).toEqual(['BatchGetItem', 'Query', 'Query', 'Query']);
});
