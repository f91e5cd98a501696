import { describe, expect, it } from 'vitest';
import { violationsOf, walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { anIssuedCertificate } from '../support/certificates.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const pages = ['/', '/?code=nothing', '/help', '/privacy', '/nothing', '/health'];

describe('the start page', () => {
  it.each([320, 1280])(
    'has no horizontal scrolling and no accessibility violations at %i px',
    async (width) => {
      for (const locale of ['en-GB', 'es-HN']) {
        const view = { viewport: { width, height: 740 }, bypassCSP: true, locale };
        await withPage(browser, view, async (page) => {
          const { check: examine, found } = walkOver(
            page,
            (name) => `door-${locale}-${width}-${name}`,
          );
          for (const [index, path] of pages.entries()) {
            await page.goto(world.baseUrl + path);
            await examine(String(index));
          }
          expect(found).toEqual([]);
        });
      }
    },
  );

  it('has no accessibility violations in dark mode', async () => {
    for (const path of pages) {
      const view = { colorScheme: 'dark', width: 360 } as const;
      expect(await violationsOf(browser, world.baseUrl + path, view), path).toEqual([]);
    }
  });

  it('has no accessibility violations in a sandbox, and the banner is in a landmark', async () => {
    Object.assign(world.deps, { isSandbox: true });
    const found = await violationsOf(browser, world.baseUrl);
    Object.assign(world.deps, { isSandbox: undefined });
    expect(found).toEqual([]);
  });

  it('verifies a certificate without scripts, using the keyboard', async () => {
    const { code } = await anIssuedCertificate(world, { name: 'Harbour' });
    await withPage(browser, { javaScriptEnabled: false }, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(world.baseUrl);
      await page.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'This certificate is genuine' }).waitFor();
      await page.getByRole('link', { name: 'Test Jurisdiction' }).click();
      await page.getByRole('heading', { name: 'Registry of residents' }).waitFor();
      expect(complaints).toEqual([]);
    });
  });
});
