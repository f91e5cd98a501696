import { beforeEach, describe, expect, it } from 'vitest';
import { walkOver } from '../support/browser/accessibility.ts';
import { clippedIn } from '../support/browser/clipped.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { mailedCode } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
let ada: Person;
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
});

describe.each<['light' | 'dark', number]>([
  ['light', 1280],
  ['dark', 320],
])('webhooks in the portal, %s, %s pixels wide', (colorScheme, width) => {
  it('work without JavaScript and accessibility violations', async () => {
    const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } };
    await withPage(browser, options, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      const { check: look, found } = walkOver(page, (name) => `webhooks-${name}-${width}`);
      const check = async (name: string) => {
        await look(name);
        // One level below the account's pages, its navigation is still there.
        expect(await page.getByRole('navigation', { name: 'Account' }).count(), name).toBe(1);
      };
      const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();
      await page.goto(`${world.baseUrl}/portal/developer/webhooks/new`);
      await page.getByLabel('Email address').fill(ada.email);
      await press('Send me a code');
      await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, ada.email));
      await press('Sign in');
      await heading('Add an endpoint');
      await press('Add the endpoint');
      await page.getByRole('alert').waitFor();
      await check('wrong');
      const long = `https://receiver.example/${'registry-'.repeat(20)}`;
      await page.getByLabel('Address').fill(long);
      await page.getByLabel('certificate_request.issued').check();
      await press('Add the endpoint');
      await heading('Endpoint added');
      await check('secret');
      await follow('Done');
      await heading('receiver.example');
      await press('Send a test');
      await page.getByText('The message is being sent').waitFor();
      await check('endpoint');
      await expect
        .poll(
          async () => {
            await page.reload();
            return page.getByRole('link', { name: /^webhook_endpoint\.test/ }).count();
          },
          { interval: 500 },
        )
        .toBe(1);
      await check('deliveries');
      expect(await clippedIn(page)).toEqual([]);
      await page.getByRole('link', { name: /^webhook_endpoint\.test/ }).click();
      await heading('webhook_endpoint.test');
      await check('delivery');
      expect(await clippedIn(page)).toEqual([]);
      await page.goBack();
      await follow('Send all failed again');
      await heading('Send failed deliveries again?');
      await check('resend');
      await follow('Cancel');
      expect(await clippedIn(page)).toEqual([]);
      for (const [act, title] of [
        ['Edit', 'Edit endpoint'],
        ['Replace the secret', 'Replace the secret?'],
      ] as const) {
        await follow(act);
        await heading(title);
        await check(act);
        await follow('Cancel');
      }
      await press('Disable');
      await page.getByText('you disabled it').waitFor();
      await check('disabled');
      await follow('Enable');
      await heading('Enable the endpoint');
      await check('enable');
      await press('Enable');
      await heading('receiver.example');
      await page.goto(`${world.baseUrl}/portal/developer/webhooks`);
      await check('list');
      await page.getByRole('link', { name: /^Open/ }).click();
      await follow('Delete');
      await press('Delete the endpoint');
      await page.getByText('You have no endpoints.').waitFor();
      expect(found).toEqual([]);
      expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
    });
  });
});

it('a secret that is shown once has a button that copies it, within two requests', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await withPage(browser, { permissions }, async (page) => {
    const complaints = complaintsOf(page, world.baseUrl);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${world.baseUrl}/portal/developer/webhooks/new`);
    await page.getByLabel('Email address').fill(ada.email);
    await press('Send me a code');
    await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, ada.email));
    await press('Sign in');
    await page.getByLabel('Address').fill('https://receiver.example/registry');
    await page.getByLabel('certificate_request.issued').check();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await press('Add the endpoint');
    await page.getByRole('heading', { name: 'Endpoint added' }).waitFor();
    const secret = String(await page.locator('.secret').textContent());
    await press('Copy');
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    expect(secret).toMatch(/^whsec_/);
    expect(asked.length).toBeLessThanOrEqual(2);
    // If the browser refuses, the secret is selected.
    await page.evaluate(
      "navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))",
    );
    await press('Copy');
    await expect.poll(() => page.evaluate('String(getSelection()).trim()')).toBe(secret);
    expect(complaints).toEqual([]);
  });
  await withPage(browser, { javaScriptEnabled: false }, async (page) => {
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${world.baseUrl}/portal/developer/webhooks/new`);
    await page.getByLabel('Email address').fill(ada.email);
    await press('Send me a code');
    await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, ada.email));
    await press('Sign in');
    await page.getByLabel('Address').fill('https://receiver.example/second');
    await page.getByLabel('certificate_request.issued').check();
    await press('Add the endpoint');
    await page.getByRole('heading', { name: 'Endpoint added' }).waitFor();
    expect(await page.locator('#copy button').isVisible()).toBe(false);
    // One click selects it.
    await page.locator('.secret').click();
    expect(await page.evaluate('String(getSelection()).trim()')).toBe(
      await page.locator('.secret').textContent(),
    );
  });
});
