import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authorizePath } from '../support/authorization.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aPng } from '../support/logos.ts';
import { ownClientsPath, ownRedirectUri, registerOnPage } from '../support/own-clients.ts';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
Object.assign(world.deps, { residentClients: true });
const browser = await useChromium();

/** The width in pixels of the picture that the browser drew; 0 if it drew none. */
const drawnIn = (picture: Locator) =>
  picture.evaluate((element) => Number(Reflect.get(element, 'naturalWidth')));

describe.each<['light' | 'dark', number]>([
  ['light', 1280],
  ['dark', 320],
])('a logo, %s, %s pixels wide', (colorScheme, width) => {
  it('can be uploaded and is drawn on the consent page', async () => {
    const { email } = await aResident(world);
    const ada = await signedIn(world, email);
    const { clientId } = await registerOnPage(ada);
    // The content security policy stays on: it must allow the picture.
    const options = { bypassCSP: false, colorScheme, viewport: { width, height: 800 } };
    await withPage(browser, options, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      const cookies = [...ada.cookies].map(([name, value]) => ({
        name,
        value,
        url: world.baseUrl,
      }));
      await page.context().addCookies(cookies);
      await page.goto(`${world.baseUrl}${ownClientsPath}/${clientId}/logo`);
      const use = page.getByRole('button', { name: 'Use this picture' });
      await use.click();
      await page.getByRole('alert').waitFor();
      const buffer = aPng({ width: 128 });
      const file = { name: 'logo.png', mimeType: 'image/png', buffer };
      await page.getByLabel('Picture').setInputFiles(file);
      await use.click();
      const logo = page.getByRole('img', { name: 'Logo of the application' });
      expect(await drawnIn(logo)).toBe(128);
      await page.goto(
        world.baseUrl +
          authorizePath({ clientId, redirectUri: ownRedirectUri }, { scope: 'openid' }),
      );
      expect(await drawnIn(page.locator('img.logo'))).toBe(128);
      expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
    });
  });

  it('has pages without accessibility violations', async () => {
    const { email } = await aResident(world);
    const ada = await signedIn(world, email);
    const { clientId } = await registerOnPage(ada);
    const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } };
    await withPage(browser, options, async (page) => {
      const { check, found } = walkOver(page, (name) => `client-logos-${name}-${width}`);
      const cookies = [...ada.cookies].map(([name, value]) => ({
        name,
        value,
        url: world.baseUrl,
      }));
      await page.context().addCookies(cookies);
      await page.goto(`${world.baseUrl}${ownClientsPath}/${clientId}/logo`);
      await page.getByRole('button', { name: 'Use this picture' }).click();
      await page.getByRole('alert').waitFor();
      await check('wrong');
      const file = { name: 'logo.png', mimeType: 'image/png', buffer: aPng() };
      await page.getByLabel('Picture').setInputFiles(file);
      await page.getByRole('button', { name: 'Use this picture' }).click();
      await page.getByRole('img', { name: 'Logo of the application' }).waitFor();
      await check('application');
      await page.goto(`${world.baseUrl}${ownClientsPath}/${clientId}/logo`);
      await page.getByRole('button', { name: 'Remove the logo' }).waitFor();
      await check('logo');
      expect(found).toEqual([]);
    });
  });
});
