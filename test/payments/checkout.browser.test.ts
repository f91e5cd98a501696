import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { violationsOf } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aCheckout, settlementOf } from '../support/checkout.ts';
import { aDraft, aPreAcceptingAgent, type Draft, read } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const ada = await aResident(world);
const agent = await aPreAcceptingAgent(world, ada);
const client = createServer((_, response) => response.end('Welcome back'));
await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve));
// The address of a TCP server is an AddressInfo.
const { port } = client.address() as AddressInfo;
/** URL of the client of the checkout, on another origin than ours. */
const redirectUrl = `http://127.0.0.1:${port}/back?order=7#top`;
afterAll(async () => {
  client.closeAllConnections();
  await new Promise((resolve) => client.close(resolve));
});
beforeEach(() => {
  world.clock.now += 1_000;
});

async function aSignedDraftInCheckout(fields = {}): Promise<{
  readonly draft: Draft;
  readonly url: string;
  readonly invoiceId: string;
}> {
  const draft = { ...(await aDraft(world, agent, fields)), key: ada.standardKey };
  return { draft, ...(await aCheckout(world, draft, { redirectUrl })) };
}

const phone = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const paidUrl = () => redirectUrl.replace('#', '&success=true#');

describe('the checkout', () => {
  it('pays through the sandbox on a phone without JavaScript, and returns', async () => {
    const { draft, url, invoiceId } = await aSignedDraftInCheckout();
    await withPage(browser, phone, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(url);
      await press(page, 'Pay USD 300.00 with CardPay');
      await page.getByRole('heading', { name: 'This is a test environment' }).waitFor();
      await press(page, 'Pay with test money');
      await page.getByText('Welcome back').waitFor();
      expect(page.url()).toBe(paidUrl());
      const ofOurs = complaints.filter((complaint) => !complaint.includes('http://127.0.0.1'));
      expect(ofOurs).toEqual([]);
      await world.settle();
      await page.goto(url);
      await page.getByRole('heading', { name: 'The fee is paid' }).waitFor();
      await page.getByRole('link', { name: /^Return to/ }).click();
      expect(page.url()).toBe(paidUrl());
    });
    expect(await settlementOf(world, invoiceId)).toMatchObject({ statusId: 'paid' });
    expect((await read(world, draft))['statusId']).not.toBe('Draft');
  });

  it.each(['here', 'at the provider'])(
    'is cancelled %s, and the payer returns to the unchanged redirectUrl',
    async (place) => {
      const { url, invoiceId } = await aSignedDraftInCheckout();
      await withPage(browser, phone, async (page) => {
        await page.goto(url);
        if (place !== 'here') {
          await press(page, /^Pay/);
          await page.getByRole('heading', { name: 'This is a test environment' }).waitFor();
        }
        await press(page, 'Cancel');
        await page.getByText('Welcome back').waitFor();
        expect(page.url()).toBe(redirectUrl);
      });
      await world.settle();
      expect(await settlementOf(world, invoiceId)).toMatchObject({ statusId: 'open' });
    },
  );

  it('pays after a declined attempt, with the keyboard alone', async () => {
    const { url } = await aSignedDraftInCheckout();
    await withPage(browser, {}, async (page) => {
      await page.goto(url);
      await page.getByRole('button', { name: /^Pay/ }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Decline' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'The payment was declined' }).waitFor();
      await page.getByRole('button', { name: 'Pay with test money' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Welcome back').waitFor();
      expect(page.url()).toBe(paidUrl());
      expect(await page.evaluate('document.referrer')).toBe('');
    });
  });

  it.each([320, 360, 768])(
    'needs no horizontal scrolling at %i px, even with long words',
    async (width) => {
      const name = `Donaudampfschifffahrt${'sgesellschaft'.repeat(8)}`;
      const { url } = await aSignedDraftInCheckout({ name: `${name}${width}` });
      await withPage(browser, { viewport: { width, height: 740 } }, async (page) => {
        const widths = () =>
          page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]');
        await page.goto(url);
        expect(await widths()).toEqual([width, width]);
        await press(page, /^Pay/);
        await page.getByRole('heading', { name: 'This is a test environment' }).waitFor();
        expect(await widths()).toEqual([width, width]);
      });
    },
  );

  it.each<['light' | 'dark', number]>([
    ['light', 1280],
    ['dark', 360],
  ])('has no accessibility violations, %s at %i px', async (colorScheme, width) => {
    const { url } = await aSignedDraftInCheckout();
    const view = { colorScheme, width };
    expect(await violationsOf(browser, url, view)).toEqual([]);
    const start = (page: Page) => press(page, /^Pay/);
    expect(await violationsOf(browser, url, { ...view, prepare: start })).toEqual([]);
    expect(await violationsOf(browser, url, view)).toEqual([]);
    world.clock.now += 86_400_000;
    expect(await violationsOf(browser, url, view)).toEqual([]);
  });
});
