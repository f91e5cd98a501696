import type { BrowserContext, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAskingClient, authorizePath, pathTo } from '../support/authorization.ts';
import { violationsOnPage } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { heading, tabTo } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { signedIn, type Visitor } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const back = 'https://client.example/signed-out';
const asking = await anAskingClient(world, { public: true, postLogoutRedirectUris: [back] });
const answer = await anAskingClient(world, {
  public: true,
  name: 'Aardvark',
  frontchannelLogoutUri: 'https://client.example/bye',
});
let ada: Visitor;
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await signedIn(world, (await aResident(world)).email);
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const page = pathTo(await ada.open(authorizePath(answer, { code_challenge: challenge })));
  await ada.open(page);
  await ada.send(page, { decision: 'approve' });
});

const question = () =>
  `${world.baseUrl}/api/oauth/end_session?${new URLSearchParams({
    client_id: asking.clientId,
    post_logout_redirect_uri: back,
  })}`;

/** Continues the session in this browser, where the clients' addresses answer. */
async function goOn(context: BrowserContext, language = 'en'): Promise<readonly string[]> {
  const loaded: string[] = [];
  const cookies = [...ada.cookies, ['registry_language', language]] as const;
  await context.addCookies(
    cookies.map(([name, value]) => ({ name, value, url: world.baseUrl, sameSite: 'Lax' as const })),
  );
  await context.route('https://client.example/**', (route) => {
    loaded.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>Client</title>Bye' });
  });
  return loaded;
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

describe('a logout that a client requests', () => {
  it('can be confirmed with the keyboard, and notifies other applications in a frame', async () => {
    await withPage(browser, {}, async (page, context) => {
      const loaded = await goOn(context);
      await page.goto(question());
      await heading(page, 'Sign out?');
      await tabTo(page, 'Sign out');
      const onward = page.waitForURL(`${back}**`);
      await page.keyboard.press('Enter');
      await onward;
      expect(loaded.some((url) => url.startsWith('https://client.example/bye?iss='))).toBe(true);
      await page.goto(`${world.baseUrl}/portal`);
      await heading(page, 'Sign in');
    });
  });

  it('works without JavaScript: the frame is loaded, and a link continues', async () => {
    await withPage(browser, { javaScriptEnabled: false }, async (page, context) => {
      const loaded = await goOn(context);
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(question());
      await press(page, 'Sign out');
      await heading(page, 'You are signed out');
      await expect.poll(() => loaded.length).toBe(1);
      await page.getByRole('link', { name: 'Continue to client.example' }).click();
      expect(page.url()).toBe(back);
      const ofOurs = complaints.filter((each) => !each.includes('https://client.example/'));
      expect(ofOurs).toEqual([]);
    });
  });

  it('notifies no application if the user stays signed in', async () => {
    await withPage(browser, {}, async (page, context) => {
      const loaded = await goOn(context);
      await page.goto(question());
      await page.getByRole('link', { name: 'Stay signed in' }).click();
      await heading(page, 'Test Resident');
      expect(loaded).toEqual([]);
    });
  });
});

describe.each(['light', 'dark'] as const)('at 320 pixels, %s, in Spanish,', (colorScheme) => {
  it('the pages have no accessibility violations, and nothing is cut off', async () => {
    const options = {
      ...{ bypassCSP: true, javaScriptEnabled: true, colorScheme },
      viewport: { width: 320, height: 800 },
    };
    await withPage(browser, options, async (page, context) => {
      await goOn(context, 'es');
      const across = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
      // Without a redirect address the visitor stays on the page.
      await page.goto(`${world.baseUrl}/api/oauth/end_session`);
      await heading(page, '¿Cerrar la sesión?');
      expect(await page.getAttribute('html', 'lang')).toBe('es');
      expect([await violationsOnPage(page), await across()]).toEqual([[], 0]);
      await press(page, 'Cerrar sesión');
      await heading(page, 'Su sesión está cerrada');
      expect([await violationsOnPage(page), await across()]).toEqual([[], 0]);
    });
  });
});
