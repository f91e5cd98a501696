import { beforeEach, describe, expect, it } from 'vitest';
import { authorizePath } from '../support/authorization.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { clippedIn } from '../support/browser/clipped.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { mailedCode } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
Object.assign(world.deps, { residentClients: true });
const browser = await useChromium();
let ada: Person;
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
});

const redirectUri = `https://books.example/${'callback-'.repeat(15)}`;

describe.each<['light' | 'dark', number]>([
  ['light', 1280],
  ['dark', 320],
])('applications for sign-in, %s, %s pixels wide', (colorScheme, width) => {
  it('can be registered, reviewed, edited and deleted without accessibility violations', async () => {
    const options = {
      bypassCSP: true,
      colorScheme,
      viewport: { width, height: 800 },
    };
    await withPage(browser, options, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      const { check, found } = walkOver(page, (name) => `own-clients-${name}-${width}`);
      const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();
      await page.goto(`${world.baseUrl}/portal/developer/applications/new`);
      await page.getByLabel('Email address').fill(ada.email);
      await press('Send me a code');
      await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, ada.email));
      await press('Sign in');
      await heading('Register an application');
      await press('Register the application');
      await page.getByRole('alert').waitFor();
      await check('wrong');
      await page.getByLabel('Name', { exact: true }).fill('Ada’s books');
      await page.getByLabel(/^Confidential/).check();
      await page.getByLabel('Redirect URIs').fill(redirectUri);
      await page.getByLabel('Recognize you when you come back').check();
      // With the keyboard: Enter in a field submits the form.
      await page.getByLabel(/^Privacy notice/).fill('https://books.example/privacy');
      await page.keyboard.press('Enter');
      await heading('Application registered');
      await check('secret');
      const clientId = (await page.locator('[aria-labelledby="client-id"]').textContent()) ?? '';
      await follow('Done');
      await heading('Ada’s books');
      await check('application');
      expect(await clippedIn(page)).toEqual([]);
      for (const [act, title] of [
        ['Edit', 'Edit the application'],
        ['Replace the secret', 'Replace the secret?'],
      ] as const) {
        await follow(act);
        await heading(title);
        await check(act);
        await follow('Cancel');
      }
      await page.goto(world.baseUrl + authorizePath({ clientId, redirectUri }));
      await heading('Allow Ada’s books to use your account?');
      await page.getByText('This application is in test mode').waitFor();
      await check('consent');
      await page.goto(`${world.baseUrl}/portal/developer/applications/${clientId}`);
      await press('Ask for approval');
      await page.getByText('Waiting for approval').waitFor();
      await check('waiting');
      await page.goto(`${world.baseUrl}/portal/developer/applications`);
      await check('list');
      await page.getByRole('link', { name: /^Open/ }).click();
      await follow('Delete');
      await check('delete');
      await press('Delete the application');
      await page.getByText('You have no applications.').waitFor();
      expect(found).toEqual([]);
      expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
    });
  });
});
