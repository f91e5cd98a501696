import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAskingClient, authorizePath, type Client } from '../support/authorization.ts';
import { startChromium } from '../support/browser/chromium.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { heading, signInHere, tabTo } from '../support/browser/people.ts';
import {
  type RedirectEndpoint,
  startRedirectEndpoint,
} from '../support/browser/redirect-endpoint.ts';
import { withPage } from '../support/browser/with-page.ts';
import { mailedCode } from '../support/portal.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let browser: Browser;
let endpoint: RedirectEndpoint;
let client: Client;
let ada: Person;
let acme: string;

beforeAll(async () => {
  [world, browser, endpoint] = await Promise.all([
    startWorld(),
    startChromium(),
    startRedirectEndpoint(),
  ]);
  client = await anAskingClient(world, { redirectUris: [endpoint.redirectUri] });
});
afterAll(async () => {
  await browser.close();
  await endpoint.stop();
  await world.stop();
});
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  endpoint.callbacks.length = 0;
  ada = await aResident(world);
  for (const name of ['Acme', 'Zenith']) {
    const { id } = await anEntity(world, {
      name: `${name} ${ada.rpn}`,
      representatives: [ada.id],
    });
    if (name === 'Acme') acme = id;
  }
});

const question = 'Allow Test Bookkeeping to use your account?';
const requested = { scope: 'openid profile service:entity.read' };
const addressOf = (parameters: Readonly<Record<string, string>> = requested) =>
  world.baseUrl + authorizePath(client, parameters);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const welcomed = (page: Page) => heading(page, 'Welcome back');
const brought = () => endpoint.callbacks.at(-1);
const ofOurs = (complaints: readonly string[]) =>
  complaints.filter((complaint) => !complaint.startsWith(`a request to ${endpoint.origin}`));

describe('an authorization request', () => {
  it.each([true, false])(
    'returns the user with a code after sign-in and consent (JavaScript: %s)',
    async (javaScriptEnabled) => {
      await withPage(browser, { javaScriptEnabled }, async (page) => {
        const complaints = complaintsOf(page, world.baseUrl);
        await page.goto(addressOf());
        await heading(page, 'Sign in');
        await page.getByText('Sign in to continue to Test Bookkeeping').waitFor();
        await signInHere(page, world, ada.email);
        await heading(page, question);
        expect(await page.getByRole('checkbox').count()).toBe(2);
        expect(await page.locator('input[type=checkbox]:checked').count()).toBe(0);
        await page.getByLabel(`Acme ${ada.rpn} LLC`).check();
        await press(page, 'Allow');
        await welcomed(page);
        expect(brought()).toEqual({
          method: 'GET',
          parameters: {
            code: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
            state: 'abc',
            iss: world.baseUrl,
          },
        });
        expect(ofOurs(complaints)).toEqual([]);
        // The consent is stored: the next request redirects without a question.
        await page.goto(addressOf());
        await welcomed(page);
        expect(endpoint.callbacks).toHaveLength(2);
        await page.goto(addressOf({ ...requested, prompt: 'consent' }));
        await heading(page, question);
        expect(await page.locator('input:checked').getAttribute('value')).toBe(acme);
      });
    },
  );

  it('that the user denies returns access_denied, and going back shows that it was answered', async () => {
    await withPage(browser, {}, async (page) => {
      await page.goto(addressOf());
      await signInHere(page, world, ada.email);
      await heading(page, question);
      await press(page, 'Do not allow');
      await welcomed(page);
      expect(brought()?.parameters).toEqual({
        error: 'access_denied',
        error_description: 'The user denied the request',
        state: 'abc',
        iss: world.baseUrl,
      });
      await page.goBack();
      await heading(page, 'This request was already answered');
    });
  });

  it.each([true, false])(
    'with form_post returns the code as a form (JavaScript: %s)',
    async (javaScriptEnabled) => {
      await withPage(browser, { javaScriptEnabled }, async (page) => {
        const complaints = complaintsOf(page, world.baseUrl);
        await page.goto(addressOf({ scope: 'openid', response_mode: 'form_post' }));
        await signInHere(page, world, ada.email);
        await heading(page, question);
        await press(page, 'Allow');
        if (!javaScriptEnabled) await press(page, 'Continue');
        await welcomed(page);
        expect(brought()).toEqual({
          method: 'POST',
          parameters: { code: expect.any(String), state: 'abc', iss: world.baseUrl },
        });
        expect(ofOurs(complaints)).toEqual([]);
      });
    },
  );

  it.each(['query', 'form_post'])(
    'lets the application redirect the user to another host (%s)',
    async (response_mode) => {
      const broker = await anAskingClient(world, { redirectUris: [endpoint.brokerUri] });
      await withPage(browser, {}, async (page) => {
        const path = authorizePath(broker, { scope: 'openid', response_mode });
        await page.goto(world.baseUrl + path);
        await signInHere(page, world, ada.email);
        await heading(page, question);
        await press(page, 'Allow');
        await welcomed(page);
        expect(new URL(page.url()).hostname).toBe('localhost');
      });
    },
  );

  it('with response_mode=fragment returns the code in the fragment', async () => {
    await withPage(browser, {}, async (page) => {
      await page.goto(addressOf({ scope: 'openid', response_mode: 'fragment' }));
      await signInHere(page, world, ada.email);
      await heading(page, question);
      await press(page, 'Allow');
      await welcomed(page);
      expect(brought()?.parameters).toEqual({});
      expect(new URL(page.url()).hash).toMatch(/^#code=\w{43}&state=abc&iss=/);
    });
  });

  it('can be sent as a form from the application’s site', async () => {
    await withPage(browser, {}, async (page) => {
      await page.goto(addressOf({ scope: 'openid' }));
      await signInHere(page, world, ada.email);
      await heading(page, question);
      await press(page, 'Allow');
      await welcomed(page);
      const send = async (prompt: string) => {
        await page.goto(endpoint.origin);
        await page.setContent(`<form method="post" action="${world.baseUrl}/api/oauth/authorize">
<input name="client_id" value="${client.clientId}"><input name="redirect_uri" value="${client.redirectUri}">
<input name="response_type" value="code"><input name="scope" value="openid"><input name="prompt" value="${prompt}">
<button>Connect</button></form>`);
        await press(page, 'Connect');
      };
      await send('none');
      await welcomed(page);
      expect(brought()?.parameters).toMatchObject({ code: expect.any(String) });
      await send('consent');
      await heading(page, question);
    });
  });

  it('with prompt=login requires a new sign-in from a signed-in user', async () => {
    await withPage(browser, {}, async (page) => {
      await page.goto(`${world.baseUrl}/portal`);
      await signInHere(page, world, ada.email);
      await heading(page, 'Test Resident');
      world.clock.now += 1_000;
      await page.goto(addressOf({ scope: 'openid', prompt: 'login', login_hint: ada.email }));
      await heading(page, 'Sign in');
      expect(await page.getByLabel('Email address').inputValue()).toBe(ada.email);
      await signInHere(page, world, ada.email);
      await heading(page, question);
      await press(page, 'Allow');
      await welcomed(page);
      expect(brought()?.parameters).toMatchObject({ code: expect.any(String) });
      await page.goto(addressOf({ scope: 'openid', prompt: 'none' }));
      await welcomed(page);
      await page.goto(addressOf({ scope: 'openid email', prompt: 'none' }));
      await welcomed(page);
      expect(brought()?.parameters).toMatchObject({ error: 'consent_required' });
    });
  });

  it.each(['query', 'form_post'])(
    'with prompt=login returns straight after the sign-in if the user consented before (%s)',
    async (response_mode) => {
      await withPage(browser, {}, async (page) => {
        const complaints = complaintsOf(page, world.baseUrl);
        await page.goto(addressOf({ scope: 'openid' }));
        await signInHere(page, world, ada.email);
        await heading(page, question);
        await press(page, 'Allow');
        await welcomed(page);
        world.clock.now += 1_000;
        await page.goto(addressOf({ scope: 'openid', prompt: 'login', response_mode }));
        await signInHere(page, world, ada.email);
        await welcomed(page);
        expect(endpoint.callbacks).toHaveLength(2);
        expect(brought()?.parameters).toMatchObject({ code: expect.any(String) });
        expect(ofOurs(complaints)).toEqual([]);
      });
    },
  );

  it('lets the user choose another account', async () => {
    const grace = await aResident(world);
    await withPage(browser, {}, async (page) => {
      await page.goto(addressOf());
      await signInHere(page, world, ada.email);
      await heading(page, question);
      await page.getByRole('link', { name: 'Use another account' }).click();
      await heading(page, 'Sign in');
      await signInHere(page, world, grace.email);
      await heading(page, question);
      await page.getByText(`(${grace.email})`).waitFor();
      expect(await page.getByText('You don’t represent any legal entities').count()).toBe(1);
    });
  });

  it('can be completed with the keyboard alone', async () => {
    await withPage(browser, {}, async (page) => {
      await page.goto(addressOf());
      await tabTo(page, 'Email address');
      await page.keyboard.type(ada.email);
      await page.keyboard.press('Enter');
      await heading(page, 'Enter the code');
      await tabTo(page, 'Code');
      await page.keyboard.type(await mailedCode(world, ada.email));
      await page.keyboard.press('Enter');
      await heading(page, question);
      await tabTo(page, `Zenith ${ada.rpn}`);
      await page.keyboard.press('Space');
      await tabTo(page, 'Allow');
      await page.keyboard.press('Enter');
      await welcomed(page);
      expect(brought()?.parameters).toMatchObject({ code: expect.any(String) });
    });
  });

  it('with an unregistered redirect URI shows an error page', async () => {
    await withPage(browser, {}, async (page) => {
      await page.goto(addressOf({ redirect_uri: `${endpoint.origin}/other` }));
      await heading(page, 'This link from the application isn’t valid');
      expect(endpoint.callbacks).toEqual([]);
    });
  });

  it('cannot show the consent page in a frame', async () => {
    await withPage(browser, {}, async (page) => {
      await page.goto(addressOf());
      await signInHere(page, world, ada.email);
      await heading(page, question);
      const address = page.url();
      await page.goto(endpoint.origin);
      const refusal = page.waitForEvent('console', (message) => message.text().includes('frame'));
      await page.setContent(`<iframe src="${address}"></iframe>`);
      expect((await refusal).text()).toMatch(/frame-ancestors|X-Frame-Options/i);
    });
  });
});

describe('connected applications', () => {
  it('can be opened from the home page and ended', async () => {
    await withPage(browser, { javaScriptEnabled: false }, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(addressOf());
      await signInHere(page, world, ada.email);
      await heading(page, question);
      await press(page, 'Allow');
      await welcomed(page);
      await page.goto(`${world.baseUrl}/portal`);
      await page.getByRole('link', { name: 'Connected applications', exact: true }).click();
      await heading(page, 'Connected applications');
      await page.getByRole('link', { name: 'End access of Test Bookkeeping' }).click();
      await heading(page, 'End the access of Test Bookkeeping?');
      await press(page, 'End access');
      await page.getByText('You have no connected applications.').waitFor();
      await page.goto(addressOf());
      await heading(page, question);
      await press(page, 'Sign out');
      await heading(page, 'Sign in');
      await page.goto(addressOf());
      await heading(page, 'Sign in');
      expect(ofOurs(complaints)).toEqual([]);
    });
  });
});
