import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorizePath } from '../support/authorization.ts';
import { violationsOnPage } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { heading, signInHere } from '../support/browser/people.ts';
import { startRedirectEndpoint } from '../support/browser/redirect-endpoint.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { given, postForm, summaryOf } from '../support/oauth.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const endpoint = await startRedirectEndpoint();
const { redirectUri } = endpoint;
const resource = `${world.baseUrl}/mcp`;
const verifier = randomBytes(32).toString('base64url');

/** The host of an assistant, with its metadata document. */
const server = createServer(({ url }, response) => {
  response.end(
    JSON.stringify({
      client_id: `http://${host}${url}`,
      client_name: 'Example Assistant',
      redirect_uris: [redirectUri],
    }),
  );
});
let host = '';
let ada: Person;

beforeAll(async () => {
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await endpoint.stop();
});
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  endpoint.callbacks.length = 0;
  ada = await aResident(world);
});

const clientId = () => `http://${host}/client.json`;
const address = () =>
  world.baseUrl +
  authorizePath(
    { clientId: clientId(), redirectUri },
    {
      scope:
        'agent:entity.application.create agent:registry.search agent:verify_rpn offline_access',
      resource,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
  );
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const brought = () => endpoint.callbacks.at(-1)?.parameters ?? {};
const ofOurs = (complaints: readonly string[]) =>
  complaints.filter((complaint) => !complaint.startsWith(`a request to ${endpoint.origin}`));

/** The token for the code that the browser brought. */
const redeem = () =>
  postForm(world, 'token', {
    ...{ grant_type: 'authorization_code', code: String(brought()['code']) },
    ...{ client_id: clientId(), redirect_uri: redirectUri, code_verifier: verifier, resource },
  });

async function atMcp(token: string, method: string, params: object = {}) {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  return world.call('POST', '/mcp', { key: token, body });
}

describe('an assistant that nobody registered', () => {
  it('is asked about after sign-in, gets what the user allowed, and loses it when the user ends it', async () => {
    await withPage(browser, {}, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(address());
      await signInHere(page, world, ada.email);
      await heading(page, `Allow Example Assistant (${host}) to act for you?`);
      // Without the Manifestation of Will no scope that writes is offered.
      const scopes = page.locator('input[name=scope]');
      const values = await scopes.evaluateAll((all) =>
        all.map((each) => each.getAttribute('value')),
      );
      expect(values.toSorted()).toEqual(['agent:registry.search', 'agent:verify_rpn']);
      await page.locator('input[value="agent:registry.search"]').uncheck();
      await press(page, 'Allow');
      await heading(page, 'Welcome back');
      expect(ofOurs(complaints)).toEqual([]);
      expect(brought()).toEqual({
        code: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
        ...{ state: 'abc', iss: world.baseUrl },
      });
      const { access_token: token, scope } = given(await redeem());
      expect(String(scope).split(' ').toSorted()).toEqual(['agent:verify_rpn', 'offline_access']);
      const { body } = await atMcp(token, 'tools/list');
      const names = (body as { result: { tools: { name: string }[] } }).result.tools.map(
        ({ name }) => name,
      );
      expect(names).toContain('verifyRpn');
      expect(names).not.toContain('searchLegalEntities');
      expect(names).not.toContain('createLegalEntityApplication');
      await page.goto(`${world.baseUrl}/portal/connections`);
      await page.getByText(`Example Assistant (${host})`).first().waitFor();
      await page.goto(`${world.baseUrl}/portal/developer`);
      await page.getByText(`Example Assistant (${host})`).first().waitFor();
    });
  });

  it('gets access_denied and no key if the user refuses', async () => {
    await withPage(browser, {}, async (page) => {
      await page.goto(address());
      await signInHere(page, world, ada.email);
      await heading(page, `Allow Example Assistant (${host}) to act for you?`);
      await press(page, 'Do not allow');
      await heading(page, 'Welcome back');
      expect(brought()).toMatchObject({ error: 'access_denied', state: 'abc' });
      expect(summaryOf(await redeem())).toBe('400 invalid_grant');
      const keys = await world.admin('GET', `/persons/${ada.id}/api_keys`);
      expect(JSON.stringify(keys.body)).not.toContain('Example Assistant');
      await page.goBack();
      await heading(page, 'This request was already answered');
    });
  });

  it.each([
    ['en', `Allow Example Assistant`, 'Allow', true],
    ['es', '¿Permitir que Example Assistant', 'Permitir', false],
  ] as const)(
    'is shown without accessibility violations in the language %s',
    async (language, title, allow, hasWill) => {
      if (hasWill) await world.admin('PUT', `/persons/${ada.id}/manifestation_of_will`, {});
      await withPage(
        browser,
        { bypassCSP: true, viewport: { width: 320, height: 800 } },
        async (page, context) => {
          await page.goto(address());
          await signInHere(page, world, ada.email);
          await heading(page, `Allow Example Assistant (${host}) to act for you?`);
          await context.addCookies([
            { name: 'registry_language', value: language, url: world.baseUrl },
          ]);
          await page.reload();
          expect(await page.getAttribute('html', 'lang')).toBe(language);
          expect(await page.locator('h1').textContent()).toContain(title);
          expect(await page.locator('input[name=scope]').count()).toBe(hasWill ? 3 : 2);
          expect(await violationsOnPage(page)).toEqual([]);
          for (const box of await page.locator('input[name=scope]').all()) await box.uncheck();
          await press(page, allow);
          // No scope is chosen: the page says so, and marks the group.
          await page.locator('.error').first().waitFor();
          expect(await violationsOnPage(page)).toEqual([]);
        },
      );
    },
  );
});
