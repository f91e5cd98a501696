import { beforeEach, expect, it } from 'vitest';
import { aFiler, aSignedFiling, browserOf, type Filer, freshName } from '../support/amendments.ts';
import { choose } from '../support/checkout.ts';
import { shownText, type Visitor } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
let filer: Filer;
let browser: Visitor;
let page: string;
beforeEach(async () => {
  // Sign-ins from one network address are limited per hour.
  world.clock.now += 3_600_000;
  filer = await aFiler(world);
  browser = await browserOf(world, filer);
  const { id } = await aResident(world);
  await world.admin('PUT', `/legal_entities/${filer.entityId}/representatives/${id}`);
  const filing = await aSignedFiling(world, filer, { name: freshName() });
  page = `/portal/legal-entities/${filer.entityId}/amendments/${filing}`;
  await browser.open(page);
});

/** Removes the payer just before the transaction that writes the checkout session. */
function removeBefore(): void {
  const writesSession = (body: unknown, operation: string) =>
    operation === 'TransactWriteItems' && JSON.stringify(body).includes('redirectUrl');
  world.proxy.beforeNext(writesSession, () =>
    world.admin('DELETE', `/legal_entities/${filer.entityId}/representatives/${filer.id}`),
  );
}

const input = { act: 'checkout', provider: 'cardpay' };

it('a checkout starts no payment if the payer is removed between the check and the write', async () => {
  const opened = await browser.send(`${page}/pay`, input);
  const checkout = new URL(String(opened.headers.get('location'))).pathname;
  removeBefore();
  const { location } = await choose(world, checkout, 'pay');
  expect(world.proxy.pending()).toBe(0);
  // The payer returns to the checkout page and is not sent to the provider.
  expect(new URL(String(location), world.baseUrl).pathname).toBe(checkout);
  expect(shownText(await browser.open(checkout))).toContain('expired');
});

it('an amendment opens no checkout if the payer is removed between the check and the write', async () => {
  removeBefore();
  const { status } = await browser.send(`${page}/pay`, input);
  expect(world.proxy.pending()).toBe(0);
  expect(status).toBe(404);
});
