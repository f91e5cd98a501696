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

  it('links from a guide to the operation in the reference, and redirects old links', async () => {
    await withPage(browser, {}, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(`${world.baseUrl}/docs/status-and-support`);
      await page.getByRole('link', { name: 'GET /api/v1/whoami' }).click();
      await page.getByText('Retrieve the calling key').first().waitFor();
      await page.goto(`${world.baseUrl}/docs#tag/registry/POST/api/v1/verify_rpn`);
      await page.waitForURL(/\/docs\/reference#tag\/registry\/POST\/api\/v1\/verify_rpn$/);
      await page.getByText('Verify a resident permit number').first().waitFor();
      expect(complaints).toEqual([]);
    });
  });
});
