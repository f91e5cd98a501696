import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { textInForce } from '../support/agreements.ts';
import { violationsOf } from '../support/browser/accessibility.ts';
import { clippedIn } from '../support/browser/clipped.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aDraft, applicationPayload, aVoucher, pay, read } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const ada = await aResident(world);
const draft = (fields = {}) => aDraft(world, ada.standardKey, fields);

/** Returns the id of the focused element, or its text if it has no id. */
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.id || document.activeElement.textContent.trim()');

describe('the signature page', () => {
  it('can be signed with the keyboard alone, in reading order', async () => {
    const application = await draft();
    await withPage(browser, {}, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(String(application.signature));
      const order: string[] = [];
      for (let stop = 0; stop < 6; stop += 1) {
        await page.keyboard.press('Tab');
        order.push(await focused(page));
        if (order.at(-1) === 'signerName') await page.keyboard.type('Ada Lovelace');
        if (order.at(-1) === 'agree') await page.keyboard.press('Space');
      }
      expect(order).toEqual([
        'Skip to content',
        'Test Jurisdiction',
        textInForce('legal_entity').sha256,
        'signerName',
        'agree',
        'Sign the agreement',
      ]);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'The agreement is signed' }).waitFor();
      expect(await page.getByText('Ada Lovelace').count()).toBe(1);
      expect(complaints).toEqual([]);
    });
    expect(await read(world, application)).toMatchObject({ statusId: 'Draft' });
  });

  it('works without JavaScript, and submits a paid application', async () => {
    const application = await draft();
    await pay(world, application, await aVoucher(world));
    await withPage(browser, { javaScriptEnabled: false }, async (page) => {
      await page.goto(String(application.signature));
      await page.getByLabel('Full name').fill('Ada Lovelace');
      await page.getByLabel('I have read').check();
      await page.getByRole('button').click();
      await page.getByRole('heading', { name: 'The application is under review' }).waitFor();
    });
    expect(await read(world, application)).toMatchObject({ statusId: 'Pending Review' });
  });

  it('focuses the error summary, which links to the field', async () => {
    const application = await draft();
    await withPage(browser, {}, async (page) => {
      await page.goto(String(application.signature));
      await page.getByRole('button').click();
      await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
      expect(await page.evaluate('document.activeElement.className')).toBe('summary');
      expect(await page.title()).toMatch(/^Error: /);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBe('signerName');
    });
  });

  it('redirects to the client only after the signature', async () => {
    const client = createServer((_, response) => response.end('Welcome back'));
    await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve));
    // The address of a TCP server is an AddressInfo.
    const { port } = client.address() as AddressInfo;
    const redirectUrl = `http://127.0.0.1:${port}/signed?state=1`;
    const { body } = await world.call('POST', '/api/v1/legal_entity_applications', {
      key: ada.standardKey,
      body: { applicationData: applicationPayload(), redirectUrl },
    });
    const { nextSteps } = body as { nextSteps: { signature: string } };
    try {
      await withPage(browser, {}, async (page) => {
        await page.goto(nextSteps.signature);
        await page.getByLabel('Full name').fill('Ada Lovelace');
        await page.getByLabel('I have read').check();
        await page.getByRole('button').click();
        await page.getByText('Welcome back').waitFor();
        expect(page.url()).toBe(redirectUrl);
        expect(await page.evaluate('document.referrer')).toBe('');
      });
    } finally {
      client.closeAllConnections();
      await new Promise((resolve) => client.close(resolve));
    }
  });

  it.each([320, 360, 768])(
    'needs no horizontal scrolling at %i px, even with long words',
    async (width) => {
      const application = await draft({
        name: `Donaudampfschifffahrt${'sgesellschaft'.repeat(8)}`,
      });
      await withPage(browser, { viewport: { width, height: 740 } }, async (page) => {
        await page.goto(String(application.signature));
        const widths = () =>
          page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]');
        expect(await widths()).toEqual([width, width]);
        await page.getByRole('button').click();
        await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
        expect(await widths()).toEqual([width, width]);
      });
    },
  );

  it('shows the whole agreement without a scroll bar', async () => {
    const application = await draft();
    await withPage(browser, { viewport: { width: 360, height: 600 } }, async (page) => {
      await page.goto(String(application.signature));
      expect(await clippedIn(page)).toEqual([]);
    });
  });

  it('prints the whole agreement without the form', async () => {
    const application = await draft();
    await withPage(browser, { viewport: { width: 700, height: 900 } }, async (page) => {
      await page.goto(String(application.signature));
      await page.emulateMedia({ media: 'print' });
      const cut = await page
        .getByRole('region')
        .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
      expect(cut).toBe(0);
      expect(await page.locator('form').isVisible()).toBe(false);
    });
  });

  it('cannot be framed', async () => {
    const application = await draft();
    await withPage(browser, {}, async (page) => {
      // The framing page is on the same host, so only our response headers can prevent the framing.
      const elsewhere = `${world.baseUrl}/elsewhere`;
      const body = `<!doctype html><iframe src="${application.signature}"></iframe>`;
      await page.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body }));
      const messages: string[] = [];
      page.on('console', (message) => messages.push(message.text()));
      await page.goto(elsewhere);
      await expect
        .poll(() => messages.join('\n'))
        .toMatch(/frame-ancestors 'none'|X-Frame-Options/);
      expect(await page.frames().at(-1)?.locator('form').count()).toBe(0);
    });
  });

  it.each<['light' | 'dark', number]>([
    ['light', 1280],
    ['dark', 360],
  ])('has no accessibility violations, %s at %i px', async (colorScheme, width) => {
    const view = { colorScheme, width };
    const application = await draft();
    const url = String(application.signature);
    expect(await violationsOf(browser, url, view)).toEqual([]);
    const send = (page: Page) => page.getByRole('button').click();
    expect(await violationsOf(browser, url, { ...view, prepare: send })).toEqual([]);
    const sign = async (page: Page) => {
      await page.getByLabel('Full name').fill('Ada Lovelace');
      await page.getByLabel('I have read').check();
      await page.getByRole('button').click();
      await page.getByRole('heading', { name: 'The agreement is signed' }).waitFor();
    };
    expect(await violationsOf(browser, url, { ...view, prepare: sign })).toEqual([]);
    expect(await violationsOf(browser, `${world.baseUrl}/sign/unknown`, view)).toEqual([]);
  });
});
