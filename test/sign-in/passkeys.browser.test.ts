import type { CDPSession, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { listPasskeys } from '../../shared/sign-in/db/passkeys.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withAuthenticator } from '../support/browser/virtual-authenticator.ts';
import { withPage } from '../support/browser/with-page.ts';
import { mailedCode } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;

const world = await useWorld();
const browser = await useChromium();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
});

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
const passkeys = () => listPasskeys(world.table, ada.id);

async function credentialsOf({
  cdp,
  authenticatorId,
}: {
  cdp: CDPSession;
  authenticatorId: string;
}) {
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  return credentials;
}

async function signInByMail(page: Page): Promise<void> {
  await page.goto(`${world.baseUrl}/portal/sign-in`);
  await page.getByLabel('Email address').fill(ada.email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await heading(page, 'Enter the code');
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, ada.email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Test Resident');
}

async function add(page: Page, name: string): Promise<void> {
  await page.goto(`${world.baseUrl}/portal/passkeys`);
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('heading', { name, level: 2, exact: true }).waitFor();
  world.clock.now += 1_000;
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Sign in');
};

const byPasskey = (page: Page) =>
  page.getByRole('button', { name: 'Sign in with a passkey' }).click();

describe('passkeys in Chromium', () => {
  it('can be added, used from the button and the email field, and removed', async () => {
    await withPage(browser, {}, async (page, context) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await signInByMail(page);
      // No automatic presence: the email field would sign in as soon as the page is loaded.
      const key = await withAuthenticator(context, page);
      await add(page, 'phone');
      expect(await passkeys()).toMatchObject([{ name: 'phone', signCount: 1 }]);
      const present = (enabled: boolean) =>
        key.cdp.send('WebAuthn.setAutomaticPresenceSimulation', {
          authenticatorId: key.authenticatorId,
          enabled,
        });
      await present(false);
      await signOut(page);
      await present(true);
      await byPasskey(page);
      await heading(page, 'Test Resident');
      const [used] = await passkeys();
      expect(used?.signCount).toBeGreaterThan(1);
      // Now through the browser's offer in the field (conditional mediation), without a click.
      await page.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Test Resident');
      const [again] = await passkeys();
      expect(again?.signCount).toBeGreaterThan(used?.signCount ?? 0);
      await present(false);
      await page.goto(`${world.baseUrl}/portal/passkeys`);
      await page.getByRole('link', { name: 'Remove phone' }).click();
      await page.getByRole('button', { name: 'Remove the passkey' }).click();
      await page.getByText('You have no passkeys.').waitFor();
      await signOut(page);
      await present(true);
      await byPasskey(page);
      await heading(page, 'This passkey does not work here');
      expect(complaints).toEqual([
        'Failed to load resource: the server responded with a status of 400 (Bad Request)',
      ]);
    });
  });

  it('are limited to one per authenticator, and each can be used to sign in', async () => {
    await withPage(browser, {}, async (page, context) => {
      await signInByMail(page);
      const first = await withAuthenticator(context, page);
      await add(page, 'phone');
      await page.getByRole('link', { name: 'Add a passkey' }).click();
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('already has a passkey for your account').waitFor();
      const { cdp, authenticatorId } = first;
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      const second = await withAuthenticator(context, page, { transport: 'usb' });
      await add(page, 'key in the safe');
      expect(await credentialsOf(second)).toHaveLength(1);
      expect(await passkeys()).toMatchObject([{ name: 'phone' }, { name: 'key in the safe' }]);
      await page.getByRole('button', { name: 'Sign out' }).click();
      // A security key is not offered in the email field: it needs the button.
      await byPasskey(page);
      await heading(page, 'Test Resident');
    });
  });

  it('are refused and suspended if their counter goes back', async () => {
    await withPage(browser, {}, async (page, context) => {
      await signInByMail(page);
      const key = await withAuthenticator(context, page, { transport: 'usb' });
      await add(page, 'key');
      const [copy] = await credentialsOf(key);
      if (copy === undefined) throw new Error('set-up: there is no credential');
      await signOut(page);
      await byPasskey(page);
      await heading(page, 'Test Resident');
      await signOut(page);
      const { cdp, authenticatorId } = key;
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
      await cdp.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...copy, signCount: 0 },
      });
      await byPasskey(page);
      await heading(page, 'This passkey is no longer accepted');
      expect(await passkeys()).toMatchObject([{ suspendedAt: expect.any(String) }]);
    });
  });

  it('are not available on another host', async () => {
    await withPage(browser, {}, async (page, context) => {
      await signInByMail(page);
      await withAuthenticator(context, page, { transport: 'usb' });
      await add(page, 'key');
      await signOut(page);
      // The same page under another host name: the browser refuses a foreign RP ID.
      await page.goto(`${world.baseUrl.replace('localhost', '127.0.0.1')}/portal/sign-in`);
      await byPasskey(page);
      await page.getByText('Passkeys do not work at this address.').waitFor();
      expect(await passkeys()).toMatchObject([{ lastUsedAt: null }]);
    });
  });

  it('can be used after a cancelled request, and their answer is accepted once', async () => {
    await withPage(browser, {}, async (page, context) => {
      await signInByMail(page);
      const key = await withAuthenticator(context, page, { transport: 'usb' });
      await add(page, 'key');
      await signOut(page);
      const { cdp, authenticatorId } = key;
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await byPasskey(page);
      await page.getByText('The request was cancelled or took too long').waitFor();
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      const sent = page.waitForRequest((request) => request.url().endsWith('/passkeys/sign-in'));
      await byPasskey(page);
      const fields = (await sent).postData() ?? '';
      await heading(page, 'Test Resident');
      const answer = await context.request.post(`${world.baseUrl}/portal/passkeys/sign-in`, {
        data: fields,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(400);
      expect(await answer.text()).toContain('Try again');
    });
  });

  it('are hidden without JavaScript, where the emailed code works', async () => {
    await withPage(browser, { javaScriptEnabled: false }, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(`${world.baseUrl}/portal/sign-in`);
      expect(await page.getByText('Or with a passkey').isVisible()).toBe(false);
      await signInByMail(page);
      await page.getByRole('link', { name: 'Passkeys', exact: true }).click();
      await page.getByRole('link', { name: 'Add a passkey' }).click();
      await page.getByText('Passkeys need JavaScript').waitFor();
      expect(await page.getByLabel('Name').isVisible()).toBe(false);
      expect(complaints).toEqual([]);
    });
  });

  it.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)(
    'have pages without accessibility violations, %s at %i pixels',
    async (colorScheme, width) => {
      const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } } as const;
      await withPage(browser, options, async (page, context) => {
        const walk = walkOver(page, (name) => `passkeys-${name}-${colorScheme}`);
        await page.goto(`${world.baseUrl}/portal/sign-in`);
        await page.getByText('Or with a passkey').waitFor();
        await walk.check('sign-in');
        await signInByMail(page);
        await withAuthenticator(context, page, { transport: 'usb' });
        await page.goto(`${world.baseUrl}/portal/passkeys/new`);
        await page.getByLabel('Name').waitFor();
        await walk.check('new');
        await add(page, 'key in the safe');
        await walk.check('list');
        await page.getByRole('link', { name: 'Rename key in the safe' }).click();
        await walk.check('rename');
        await page.getByRole('link', { name: 'Cancel' }).click();
        await page.getByRole('link', { name: 'Remove key in the safe' }).click();
        await walk.check('remove');
        expect(walk.found).toEqual([]);
      });
    },
  );
});
