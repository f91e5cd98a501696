import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violationsOnPage } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aStoredCredential } from '../support/issued-credentials.ts';
import { aResident } from '../support/registry.ts';
import { aHolder, anSdJwt, withKeyBinding } from '../support/sd-jwts.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const holder = await aHolder();
const { id } = await aResident(world);
const { status: place } = await aStoredCredential(world, id);
const claims = { entity_name: `Harbour${'works'.repeat(20)}`, standing: 'good' };
const { jwt, disclosures } = await anSdJwt(world, { place, claims, holder });
const shown = await withKeyBinding(`${[jwt, ...disclosures].join('~')}~`, holder);

const widths = (page: Page) =>
  page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]');

async function verify(page: Page, text: string, heading: string) {
  await page.getByLabel('Credential').fill(text);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('heading', { name: heading }).waitFor();
}

it.each([320, 768])(
  'the verification page works without JavaScript and sideways scrolling at %i px',
  async (width) => {
    const options = { viewport: { width, height: 740 }, javaScriptEnabled: false };
    await withPage(browser, options, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(`${world.baseUrl}/certificates`);
      await page.getByRole('link', { name: 'Verify a credential' }).click();
      await verify(page, shown, 'This credential is valid');
      await page.getByText('The holder showed it. The holder’s signature is valid.').waitFor();
      expect(complaints).toEqual([]);
    });
    await withPage(browser, { viewport: { width, height: 740 } }, async (page) => {
      await page.goto(`${world.baseUrl}/credentials/verify`);
      expect(await widths(page)).toEqual([width, width]);
      await verify(page, shown, 'This credential is valid');
      expect(await widths(page)).toEqual([width, width]);
    });
  },
);

it.each<['light' | 'dark', number]>([
  ['light', 1280],
  ['dark', 360],
])(
  'the verification page has no accessibility violations, %s at %i px',
  async (colorScheme, width) => {
    world.clock.now += 60_000;
    const options = { bypassCSP: true, viewport: { width, height: 740 }, colorScheme };
    await withPage(browser, options, async (page) => {
      await page.goto(`${world.baseUrl}/credentials/verify`);
      expect(await violationsOnPage(page)).toEqual([]);
      await verify(page, shown, 'This credential is valid');
      expect(await violationsOnPage(page)).toEqual([]);
      await verify(page, 'nonsense', 'This is not a credential');
      expect(await violationsOnPage(page)).toEqual([]);
    });
  },
);
