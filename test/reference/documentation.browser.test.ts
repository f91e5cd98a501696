import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOf, walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const pages = ['/docs', '/docs/start', '/docs/rate-limits', '/docs/search?q=key'];

describe('the documentation', () => {
  describe.each(pages)('at %s', (path) => {
    it.each([320, 1280])(
      'has no horizontal scrolling or accessibility violations at %i px',
      async (width) => {
        const view = { viewport: { width, height: 740 }, bypassCSP: true };
        await withPage(browser, view, async (page) => {
          const { check: examine, found } = walkOver(page, (name) => `docs-${width}-${name}`);
          await page.goto(world.baseUrl + path);
          await examine(path);
          expect(found).toEqual([]);
        });
      },
    );
  });

  it('has no accessibility violations in dark mode', async () => {
    for (const path of pages) {
      const view = { colorScheme: 'dark', width: 360 } as const;
      expect(await violationsOf(browser, world.baseUrl + path, view), path).toEqual([]);
    }
  });

  it('can be read and searched without JavaScript', async () => {
    await withPage(browser, { javaScriptEnabled: false }, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(`${world.baseUrl}/docs`);
      await page.getByRole('link', { name: 'Start here' }).click();
      await page.getByRole('link', { name: 'Next: Concepts' }).click();
      await page.getByLabel('Search the documentation').fill('retry-after');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'At the limit' }).first().click();
      await page.getByRole('heading', { name: 'Rate limits', level: 1 }).waitFor();
      // The print version has no navigation.
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('nav').count()).toBeGreaterThan(1);
      expect(await page.locator('nav').filter({ visible: true }).count()).toBe(0);
      expect(complaints).toEqual([]);
    });
  });

  it('has all pages beside the text, or below it on a small screen', async () => {
    await withPage(browser, { viewport: { width: 1280, height: 800 } }, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(`${world.baseUrl}/docs/amendments`);
      const list = page.getByRole('navigation', { name: 'All pages' });
      const heading = page.getByRole('heading', { level: 1 });
      const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
      expect(await list.locator('[aria-current=page]').allTextContents()).toEqual([
        await heading.textContent(),
      ]);
      expect((await list.boundingBox())?.x).toBeLessThan((await heading.boundingBox())?.x ?? 0);
      expect(await topOf(list)).toBeLessThan((await topOf(heading)) + 100);
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await topOf(list)).toBeGreaterThan(await topOf(page.getByText('Next: ').last()));
      await list.getByRole('link', { name: 'Events and webhooks' }).click();
      await page.getByRole('heading', { name: 'Events and webhooks', level: 1 }).waitFor();
      expect(complaints).toEqual([]);
    });
  });

  it('copies a program, and the commands of a session without prompts and output', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await withPage(browser, { permissions }, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      const copied = async (block: Locator) => {
        await block.getByRole('button', { name: 'Copy' }).click();
        await block.getByRole('button', { name: 'Copied' }).waitFor();
        return page.evaluate('navigator.clipboard.readText()');
      };
      await page.goto(`${world.baseUrl}/docs/start`);
      const blocks = page.locator('.code');
      expect(await copied(blocks.filter({ hasText: 'npm start' }))).toBe('npm start');
      const call = blocks.filter({ hasText: 'verify_rpn' }).first();
      expect(await copied(call)).toBe(await call.locator('code').textContent());
      expect(await page.locator('pre[data-language=json] + .copy').count()).toBe(0);
      await page.goto(`${world.baseUrl}/docs/verifiable-credentials`);
      expect(await copied(blocks.filter({ hasText: 'tx_code=493536' }).first())).toMatch(
        /^curl .*\\\n.*\\\n.*tx_code=493536\ncurl .*nonce\n/,
      );
      expect(complaints).toEqual([]);
    });
  });

  it('links from a guide to the operation in the reference', async () => {
    await withPage(browser, {}, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(`${world.baseUrl}/docs/status-and-support`);
      await page.getByRole('link', { name: 'GET /api/v1/whoami' }).click();
      await page.getByRole('heading', { name: 'Retrieve the calling key' }).waitFor();
      expect(complaints).toEqual([]);
    });
  });
});
