import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAskingClient, authorizePath } from '../support/authorization.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { heading, signInHere, tabTo } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { mailedCode } from '../support/portal.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;

const world = await useWorld();
const browser = await useChromium();
const program = await anAskingClient(world, {
  name: 'Test Television',
  public: true,
  redirectUris: [],
});
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  await anEntity(world, { name: `Acme ${ada.rpn}`, representatives: [ada.id] });
});

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
}

async function post(path: string, form: Readonly<Record<string, string>>) {
  const body = new URLSearchParams({ client_id: program.clientId, ...form });
  const response = await fetch(world.baseUrl + path, { method: 'POST', body });
  return { status: response.status, body: await response.json() };
}

async function aDevice(scope = 'openid service:entity.read'): Promise<Codes> {
  const { body } = await post('/api/oauth/device_authorization', { scope });
  // The contract of the endpoint, which has its own tests.
  return body as Codes;
}

/** The answer that the device gets when it polls for its tokens. */
async function poll({ device_code }: Codes) {
  world.clock.now += 6_000;
  return post('/api/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
  });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const question = 'Allow Test Television on your device?';

describe('a device', () => {
  it('can be approved on a phone without JavaScript and gets tokens', async () => {
    const device = await aDevice();
    const phone = { javaScriptEnabled: false, viewport: { width: 375, height: 740 } };
    await withPage(browser, phone, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      expect(await poll(device)).toMatchObject({ body: { error: 'authorization_pending' } });
      await page.goto(device.verification_uri_complete);
      await signInHere(page, world, ada.email);
      await heading(page, 'Connect a device');
      expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe(device.user_code);
      await press(page, 'Continue');
      await heading(page, question);
      await page.getByText(device.user_code, { exact: true }).waitFor();
      await page.getByLabel(`Acme ${ada.rpn} LLC`).check();
      await press(page, 'Allow');
      await heading(page, 'Your device is connected');
      expect(await poll(device)).toMatchObject({
        status: 200,
        body: { token_type: 'Bearer', access_token: expect.any(String) },
      });
      expect(complaints).toEqual([]);
    });
  });

  it('can be denied with the keyboard alone and gets access_denied', async () => {
    const device = await aDevice();
    await withPage(browser, {}, async (page) => {
      await page.goto(device.verification_uri);
      await tabTo(page, 'Email address');
      await page.keyboard.type(ada.email);
      await page.keyboard.press('Enter');
      await heading(page, 'Enter the code');
      await tabTo(page, 'Code');
      await page.keyboard.type(await mailedCode(world, ada.email));
      await page.keyboard.press('Enter');
      await heading(page, 'Connect a device');
      await tabTo(page, 'Code');
      await page.keyboard.type(device.user_code.toLowerCase());
      await page.keyboard.press('Enter');
      await heading(page, question);
      await tabTo(page, 'Do not allow');
      await page.keyboard.press('Enter');
      await heading(page, 'Your device was not connected');
      expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
    });
  });
});

describe('the OAuth pages', () => {
  /** Opens every page, with the longest names and lists. */
  const everyPage = async (page: Page, look: (name: string) => Promise<void>) => {
    const wordy = await anAskingClient(world, {
      name: `An application with a name that goes on and on ${'x'.repeat(40)}`,
      scopes: [
        'openid',
        'profile',
        'email',
        'offline_access',
        'service:entity.read',
        'service:entity.documents.read',
        'service:person.details.read',
        'service:person.residency.read',
        'service:person.id_verification.read',
        'service:person.documents.read',
      ],
    });
    await anEntity(world, {
      name: `A Company With a Name That Goes On and On ${ada.rpn} ${'x'.repeat(60)}`,
      representatives: [ada.id],
    });
    await page.goto(world.baseUrl + authorizePath(wordy, { redirect_uri: 'https://x.example/' }));
    await look('unanswerable');
    const scope =
      'openid profile email offline_access service:entity.read service:entity.documents.read service:person.details.read service:person.residency.read service:person.id_verification.read service:person.documents.read';
    await page.goto(world.baseUrl + authorizePath(wordy, { scope, login_hint: ada.email }));
    await look('sign-in-to-go-on');
    await signInHere(page, world, ada.email);
    await page.getByRole('heading', { name: 'Allow An application' }).waitFor();
    await look('consent');
    const address = page.url();
    await page.evaluate(
      "document.querySelector('#legalEntityId').value = '00000000-0000-4000-8000-000000000000'",
    );
    await page.locator('#legalEntityId').check();
    await press(page, 'Allow');
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
    await look('consent-wrong');
    await page.route('https://client.example/**', (route) => route.fulfill({ body: 'client' }));
    await page.getByLabel(/^A Company/).check();
    await press(page, 'Allow');
    // The client's page does not exist, and routes don't apply to redirects: headless Chromium may show its error page.
    await page.waitForURL(/^(https:\/\/client\.example\/|chrome-error:)/);
    await page.goto(address);
    await heading(page, 'This request was already answered');
    await look('consent-answered');
    await page.goto(`${world.baseUrl}/oauth/consent?request=none`);
    await look('consent-ended');
    await page.goto(
      world.baseUrl + authorizePath(wordy, { scope: 'x', response_mode: 'form_post' }),
      { waitUntil: 'commit' },
    );
    // Its script would otherwise overtake the next step.
    await page.waitForURL('https://client.example/**');
    await page.goto(`${world.baseUrl}/portal/connections`);
    await look('connections');
    await page.getByRole('link', { name: 'Change the legal entities' }).click();
    await page.getByRole('heading', { name: 'What An application' }).waitFor();
    await look('connection-entities');
    await press(page, 'Save');
    await page.getByRole('link', { name: 'End access' }).click();
    await page.getByRole('heading', { name: 'End the access of' }).waitFor();
    await look('connection-revoke');
    await press(page, 'End access');
    await page.getByText('You have no connected applications.').waitFor();
    await look('connections-none');
    const { user_code } = await aDevice();
    await page.goto(`${world.baseUrl}/oauth/device`);
    await look('device');
    await page.getByLabel('Code', { exact: true }).fill('BBBB-BBBB');
    await press(page, 'Continue');
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
    await look('device-wrong');
    await page.getByLabel('Code', { exact: true }).fill(user_code);
    await press(page, 'Continue');
    await heading(page, question);
    await look('device-question');
    const asking = page.url();
    await press(page, 'Allow');
    await heading(page, 'Your device is connected');
    await look('device-done');
    await page.goto(asking);
    await heading(page, 'This code is no longer valid');
    await look('device-over');
    await page.goto(`${world.baseUrl}/portal`);
    await look('home');
  };

  it.each<['light' | 'dark', number]>([
    ['light', 1280],
    ['dark', 375],
    ['light', 320],
  ])(
    'have no accessibility violations and no sideways scrolling, %s at %i px',
    async (colorScheme, width) => {
      const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } };
      await withPage(browser, options, async (page) => {
        const { check, found } = walkOver(page, (name) => `oauth-${name}-${colorScheme}-${width}`);
        await everyPage(page, check);
        expect(found).toEqual([]);
      });
    },
    60_000,
  );
});
