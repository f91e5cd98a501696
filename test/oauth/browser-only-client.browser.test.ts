import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAskingClient } from '../support/authorization.ts';
import { startBrowserOnlyClient } from '../support/browser/browser-only-client.ts';
import { startChromium } from '../support/browser/chromium.ts';
import { heading, signInHere } from '../support/browser/people.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aResident, type Person } from '../support/registry.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let browser: Browser;
let application: Awaited<ReturnType<typeof startBrowserOnlyClient>>;
let ada: Person;

const scope = 'openid profile email offline_access service:person.details.read';

beforeAll(async () => {
  [world, browser, application] = await Promise.all([
    startWorld(),
    startChromium(),
    startBrowserOnlyClient(),
  ]);
  ada = await aResident(world);
  const { clientId } = await anAskingClient(world, {
    public: true,
    redirectUris: [application.redirectUri],
    scopes: scope.split(' '),
  });
  application.configure({ authority: world.baseUrl, client_id: clientId, scope });
});
afterAll(async () => {
  await browser.close();
  await application.stop();
  await world.stop();
});

/** Runs in the page of the application, whose manager is `manager`; answers JSON. */
const there = (page: Page, script: string): Promise<unknown> =>
  page.evaluate(`(async () => { ${script} })()`);

it('a browser-only client signs in with oidc-client-ts and PKCE from another origin', async () => {
  await withPage(browser, {}, async (page) => {
    await page.goto(application.origin);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Sign in');
    await signInHere(page, world, ada.email);
    await heading(page, 'Allow Test Bookkeeping to use your account?');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    // The name comes from userinfo: the ID token has none.
    await heading(page, 'Welcome, Test Resident');

    const user = 'const user = await manager.getUser();';
    expect(await there(page, `${user} return user.profile;`)).toMatchObject({
      sub: ada.id,
      email: ada.email,
    });
    const read = `const response = await fetch('${world.baseUrl}/api/v1/me/natural-person',
      { headers: { authorization: 'Bearer ' + user.access_token } });`;
    expect(
      await there(
        page,
        `${user} ${read} return [response.status, (await response.json()).givenName];`,
      ),
    ).toEqual([200, 'Test']);
    expect(
      await there(
        page,
        `${user} const before = user.refresh_token; const next = await manager.signinSilent();
        return [next.refresh_token !== before, next.expired, next.profile.sub === user.profile.sub];`,
      ),
    ).toEqual([true, false, true]);
    // The error headers can be read from another origin.
    expect(
      await there(
        page,
        `const response = await fetch('${world.baseUrl}/api/oauth/userinfo',
          { headers: { authorization: 'Bearer hello' } });
        const { headers } = response;
        return [response.status, headers.get('www-authenticate'), headers.get('x-request-id') !== null];`,
      ),
    ).toEqual([401, 'Bearer error="invalid_token"', true]);
    expect(
      await there(
        page,
        `${user} await manager.revokeTokens(); ${read} return [response.status, (await response.json()).error];`,
      ),
    ).toEqual([401, 'invalid_token']);
  });
});

it('a script of another origin can use neither an API key nor the registry’s cookies', async () => {
  await withPage(browser, {}, async (page) => {
    await page.goto(`${world.baseUrl}/portal`);
    await signInHere(page, world, ada.email);
    await heading(page, 'Test Resident');
    await page.goto(application.origin);
    const attempt = (path: string, init: object) =>
      there(
        page,
        `return fetch('${world.baseUrl}${path}', ${JSON.stringify(init)}).then(
          (response) => response.status, (error) => error.constructor.name);`,
      );
    const headers = { authorization: `Bearer ${ada.standardKey}` };
    expect(await attempt('/api/v1/whoami', { headers })).toBe('TypeError');
    expect(await attempt('/portal', { credentials: 'include' })).toBe('TypeError');
    expect(await attempt('/.well-known/openid-configuration', { credentials: 'include' })).toBe(
      'TypeError',
    );
    expect(await attempt('/.well-known/openid-configuration', {})).toBe(200);
  });
});
