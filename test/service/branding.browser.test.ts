import { join } from 'node:path';
import { expect, it } from 'vitest';
import { factsOfFile } from '../../lib/deployment-facts.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { cutSelectsIn, tornWordsIn } from '../support/browser/clipped.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { root } from '../support/documents.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();

it.each([
  ['puerto-lucero', 'light'],
  ['puerto-lucero', 'dark'],
  ['kestrel-isles', 'light'],
  ['kestrel-isles', 'dark'],
] as const)(
  '%s, %s: no component has an accessibility violation at three widths; two requests, under 40 kB',
  async (name, colorScheme) => {
    const { branding } = factsOfFile(join(root, `stages/examples/${name}.json`));
    Object.assign(world.deps, { branding, links: { contact: 'desk@registry.example' } });
    await withPage(browser, { bypassCSP: true, colorScheme }, async (page) => {
      const sizes: number[] = [];
      page.on('requestfinished', async (request) => {
        const { responseBodySize } = await request.sizes();
        sizes.push(responseBodySize);
      });
      await page.goto(`${world.baseUrl}/local/components`);
      const { check, found } = walkOver(page, (width) => `${name}-${colorScheme}-${width}`);
      const crests: unknown[] = [];
      const beside: boolean[] = [];
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await check(String(width));
        const [subject, details] = await Promise.all(
          ['.desk>div', '.aside'].map((each) => page.locator(each).first().boundingBox()),
        );
        beside.push(subject?.y === details?.y);
        expect(await cutSelectsIn(page)).toEqual([]);
        // Phones hide other headers.
        expect(await page.locator('th[aria-sort] a').isVisible()).toBe(true);
        crests.push(await page.locator('.crest').evaluate((crest) => crest.clientWidth));
      }
      expect(await tornWordsIn(page)).toEqual([]);
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      expect({ found, crests, beside, requests: sizes.length }).toEqual({
        ...{ found: [], crests: [52, 52, 52], beside: [false, false, true], requests: 2 },
      });
      expect(bytes).toBeLessThan(40_000);
    });
  },
);
