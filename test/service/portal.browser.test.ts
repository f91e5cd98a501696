import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { anAskingVisitor, mailedCode, signedIn } from '../support/portal.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let ada: Person;

const world = await useWorld();
const browser = await useChromium();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
});

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();

async function signIn(page: Page): Promise<void> {
  await page.goto(`${world.baseUrl}/portal`);
  await page.getByLabel('Email address').fill(ada.email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await heading(page, 'Enter the code');
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, ada.email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Test Resident');
}

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(
      "(on => [on.id, on.labels?.[0]?.textContent ?? on.textContent].join(' ').trim())(document.activeElement)",
    );
    if (focused.includes(name)) return;
  }
  throw new Error(`the Tab key does not lead to ${name}`);
}

const statusOf = async (key: string) => (await world.call('GET', '/api/v1/whoami', { key })).status;

describe('the portal', () => {
  it('supports sign-in by code, a working key, its revocation and sign-out, without JavaScript', async () => {
    await withPage(browser, { javaScriptEnabled: false }, async (page, context) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await signIn(page);
      await page.getByRole('link', { name: 'Developer settings', exact: true }).click();
      await page.getByRole('link', { name: 'Create a key' }).click();
      await page.getByLabel('Label').fill('laptop');
      await page.getByRole('radio', { name: 'Standard Key' }).check();
      await page.getByRole('button', { name: 'Create the key' }).click();
      await heading(page, 'Key created');
      const key = (await page.locator('.secret').textContent()) ?? '';
      expect(await statusOf(key)).toBe(200);
      await page.reload();
      await heading(page, 'The key was already created');
      expect(await page.content()).not.toContain(key);
      await page.getByRole('link', { name: 'Go to your keys' }).click();
      await page.getByRole('link', { name: 'Revoke the key laptop' }).click();
      await page.getByRole('button', { name: 'Revoke the key' }).click();
      await page.getByText('Revoked', { exact: true }).waitFor();
      expect(await statusOf(key)).toBe(401);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Sign in');
      const left = (await context.cookies()).map(({ name }) => name);
      expect(left.toSorted()).toEqual(['registry_device', 'registry_form']);
      await page.goto(`${world.baseUrl}/portal/developer`);
      await heading(page, 'Sign in');
      expect(complaints).toEqual([
        'Failed to load resource: the server responded with a status of 409 (Conflict)',
      ]);
    });
  });

  it('can be used with the keyboard only', async () => {
    await withPage(browser, {}, async (page) => {
      await page.goto(`${world.baseUrl}/portal/developer/keys/new`);
      await tabTo(page, 'Email address');
      await page.keyboard.type(ada.email);
      await page.keyboard.press('Enter');
      await heading(page, 'Enter the code');
      await tabTo(page, 'Code');
      await page.keyboard.type(await mailedCode(world, ada.email));
      await page.keyboard.press('Enter');
      await heading(page, 'Create a key');
      await tabTo(page, 'Label');
      await page.keyboard.type('robot');
      await tabTo(page, 'Standard Key');
      await page.keyboard.press('ArrowDown');
      await tabTo(page, 'Who will use the Agent Key');
      await page.keyboard.type('a robot');
      await tabTo(page, 'Check whether a resident permit number is valid');
      await page.keyboard.press('Space');
      await tabTo(page, 'Create the key');
      await page.keyboard.press('Enter');
      await heading(page, 'Key created');
      expect(await page.locator('.secret').textContent()).toMatch(/^ak-/);
      await tabTo(page, 'Done');
      await page.keyboard.press('Enter');
      await heading(page, 'Developer settings');
      await tabTo(page, 'Sign out');
      await page.keyboard.press('Enter');
      await heading(page, 'Sign in');
    });
  });

  it('shows where a person is signed in, and signs other browsers out, without JavaScript', async () => {
    await withPage(browser, { javaScriptEnabled: false }, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      const other = await signedIn(world, ada.email);
      world.clock.now += 1;
      const another = await signedIn(world, ada.email);
      world.clock.now += 1;
      await signIn(page);
      await page.getByRole('link', { name: 'Browsers', exact: true }).click();
      await heading(page, 'Where you are signed in');
      await page.getByRole('heading', { name: /^This browser: Chrome on \w+$/ }).waitFor();
      await page.getByRole('button', { name: 'Sign out number 2' }).click();
      const third = page.getByRole('button', { name: 'Sign out number 3' });
      await third.waitFor({ state: 'detached' });
      expect((await another.open('/portal')).status).toBe(303);
      expect((await other.open('/portal')).status).toBe(200);
      await page.getByRole('button', { name: 'Sign out all other browsers' }).click();
      await page.getByText('You’re not signed in anywhere else.').waitFor();
      expect((await other.open('/portal')).status).toBe(303);
      expect(complaints).toEqual([]);
    });
  });

  it.each([true, false])(
    'requires another sign-in before a key is created, and returns to the form, with scripts: %s',
    async (javaScriptEnabled) => {
      await withPage(browser, { javaScriptEnabled }, async (page) => {
        await signIn(page);
        await page.goto(`${world.baseUrl}/portal/developer/keys/new`);
        await page.getByRole('radio', { name: 'Standard Key' }).check();
        world.clock.now += 16 * 60_000;
        await page.getByRole('button', { name: 'Create the key' }).click();
        await page.getByText('We have not carried out your last action yet').waitFor();
        await heading(page, 'Sign in');
        expect(await page.getByLabel('Email address').inputValue()).toBe(ada.email);
        await page.getByRole('button', { name: 'Send me a code' }).click();
        await heading(page, 'Enter the code');
        await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, ada.email));
        await page.getByRole('button', { name: 'Sign in' }).click();
        await heading(page, 'Create a key');
      });
    },
  );

  it('accepts the latest long code if strangers have used up the emails', async () => {
    await withPage(browser, {}, async (page) => {
      for (let count = 0; count < 4; count += 1) {
        const stranger = visitor(world.baseUrl, `127.1.${count}.1`);
        await anAskingVisitor(world, ada.email, '', stranger);
        await world.settle();
      }
      await page.goto(`${world.baseUrl}/portal`);
      await page.getByLabel('Email address').fill(ada.email);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await page.getByText('so we have not sent another one').waitFor();
      const code = (await mailedCode(world, ada.email)).toLowerCase();
      await page.getByLabel('Code', { exact: true }).fill(code);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await heading(page, 'Test Resident');
      expect(new URL(page.url()).pathname).toBe('/portal');
    });
  });

  it('shows what is wrong, and links to the field', async () => {
    await withPage(browser, {}, async (page) => {
      await signIn(page);
      await page.goto(`${world.baseUrl}/portal/developer/keys/new`);
      await page.getByRole('radio', { name: 'Agent Key' }).check();
      await page.getByRole('button', { name: 'Create the key' }).click();
      await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
      expect(await page.title()).toMatch(/^Error: /);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('scope');
    });
  });

  const everyPage = async (page: Page, look: (name: string) => Promise<void>) => {
    await page.goto(`${world.baseUrl}/portal/sign-in`);
    await look('sign-in');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
    await look('sign-in-wrong');
    await page.getByLabel('Email address').fill(ada.email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await heading(page, 'Enter the code');
    await look('code');
    for (let count = 0; count < 5; count += 1) {
      await page.goto(`${world.baseUrl}/portal/sign-in/code`);
      await page.getByLabel('Code', { exact: true }).fill('000000');
      await page.getByRole('button').click();
    }
    await heading(page, 'Request a new code');
    await look('sign-in-over');
    await signIn(page);
    await look('home');
    for (const label of [
      'A key with a label as long as labels can be, '.repeat(2).trim(),
      'x'.repeat(99),
    ]) {
      await created(world, `/persons/${ada.id}/api_keys`, { kind: 'standard', label });
    }
    const { id } = await created(world, `/persons/${ada.id}/api_keys`, {
      kind: 'agent',
      scopes: ['agent:verify_rpn', 'agent:person.id_verification.read'],
    });
    await page.goto(`${world.baseUrl}/portal/developer`);
    await look('developer');
    await page.goto(`${world.baseUrl}/portal/developer/manifestation`);
    await look('manifestation');
    await page.getByRole('checkbox', { name: 'I have read' }).check();
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Sign the Manifestation' }).click();
    await page.getByRole('heading', { name: 'In force' }).waitFor();
    await look('manifestation-signed');
    await page.goto(`${world.baseUrl}/portal/developer/manifestation/revoke`);
    await look('manifestation-revoke');
    for (const act of ['revoke', 'rotate']) {
      await page.goto(`${world.baseUrl}/portal/developer/keys/${id}/${act}`);
      await look(`key-${act}`);
    }
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    await heading(page, 'Key replaced');
    await look('key-created');
    await page.goto(`${world.baseUrl}/portal/developer/keys/new`);
    await look('key-new');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
    await look('key-new-wrong');
  };

  const everyPageOfSignIns = async (page: Page, look: (name: string) => Promise<void>) => {
    await signedIn(world, ada.email);
    await signIn(page);
    await page.goto(`${world.baseUrl}/portal/browsers`);
    await look('browsers');
    world.clock.now += 16 * 60_000;
    await page.goto(`${world.baseUrl}/portal/developer/keys/new`);
    await heading(page, 'Sign in');
    await look('sign-in-again');
    await page.context().clearCookies();
    for (const name of ['code-short', 'code-short', 'code-long', 'code-none', 'code-none']) {
      await page.goto(`${world.baseUrl}/portal/sign-in`);
      await page.getByLabel('Email address').fill(ada.email);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await heading(page, 'Enter the code');
      await look(name);
    }
  };

  it.each<['light' | 'dark', number]>([
    ['light', 1280],
    ['dark', 360],
  ])(
    'has no accessibility violations and no horizontal scrolling on any page, %s at %i px',
    async (colorScheme, width) => {
      const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } };
      await withPage(browser, options, async (page) => {
        const { check, found } = walkOver(page, (name) => `${name}-${colorScheme}`);
        await everyPage(page, check);
        expect(found).toEqual([]);
      });
      await withPage(browser, options, async (page) => {
        const { check, found } = walkOver(page, (name) => `${name}-${colorScheme}`);
        await everyPageOfSignIns(page, check);
        expect(found).toEqual([]);
      });
    },
    120_000,
  );
});
