import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aFiler,
  type Filer,
  filingIn,
  freshName,
  pay,
  propose,
  readFiling,
  revise,
} from '../support/amendments.ts';
import { violationsOnPage } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aVoucher } from '../support/drafts.ts';
import { mailedCode } from '../support/portal.ts';
import { useWorld } from '../support/use-world.ts';

let filer: Filer;

const world = await useWorld();
const browser = await useChromium();
beforeEach(async () => {
  // Sign-ins from one network address are limited per hour.
  world.clock.now += 3_600_000;
  filer = await aFiler(world);
});

const office = { line1: '7 Pier', city: 'Port Town', postalCode: '10300', country: 'HN' };

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole('heading', { name, level }).waitFor();

/** Opens the filing's link, signs in, and arrives on the filing's page. */
async function follow(page: Page, url: string | null): Promise<void> {
  await page.goto(String(url));
  await page.getByLabel('Email address').fill(filer.email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await heading(page, 'Enter the code');
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, filer.email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Sign the amendment');
}

describe('the page on which an amendment is signed', () => {
  it('opens after sign-in, shows a comparison and can be signed without JavaScript', async () => {
    const name = freshName();
    const { id, nextSteps } = filingIn(
      await propose(world, filer, { name, principalOfficeAddress: office }),
    );
    await withPage(browser, { javaScriptEnabled: false }, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await follow(page, nextSteps.signatureUrl);
      const details = page.locator('main dl').first();
      expect(await details.textContent()).toContain(`${filer.entityName} LLC`);
      expect(await details.textContent()).toContain(`${name} LLC`);
      await page.getByLabel('Full name').fill('Ada Lovelace');
      await page.getByLabel('I have read').check();
      await page.getByRole('button', { name: 'Sign the amendment' }).click();
      await heading(page, 'Payment due', 2);
      expect(await page.getByText('Ada Lovelace').count()).toBe(1);
      expect(complaints).toEqual([]);
    });
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Draft', signed: true });
    expect((await pay(world, filer, id, await aVoucher(world))).status).toBe(200);
  });

  it('shows errors, keeps the entered data and signs nothing that was not shown', async () => {
    const { id, nextSteps } = filingIn(await propose(world, filer, { extension: 'L.C.' }));
    await withPage(browser, {}, async (page) => {
      await follow(page, nextSteps.signatureUrl);
      await page.getByLabel('Full name').fill('Ada Lovelace');
      await page.getByRole('button', { name: 'Sign the amendment' }).click();
      await heading(page, 'There is a problem', 2);
      expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Lovelace');
      await revise(world, filer, id, { extension: 'SRL' });
      await page.getByLabel('I have read').check();
      await page.getByRole('button', { name: 'Sign the amendment' }).click();
      await heading(page, 'The amendment was changed while you were reading', 2);
      expect(await page.locator('main dl').first().textContent()).toContain('SRL');
    });
    expect(await readFiling(world, filer, id)).toMatchObject({ signed: false });
  });

  it.each(['light', 'dark'] as const)(
    'has no accessibility violations, %s',
    async (colorScheme) => {
      const { nextSteps } = filingIn(
        await propose(world, filer, { name: freshName(), principalOfficeAddress: office }),
      );
      const view = { bypassCSP: true, colorScheme, viewport: { width: 360, height: 800 } };
      await withPage(browser, view, async (page) => {
        await follow(page, nextSteps.signatureUrl);
        expect(await violationsOnPage(page)).toEqual([]);
        await page.getByRole('button', { name: 'Sign the amendment' }).click();
        await heading(page, 'There is a problem', 2);
        expect(await violationsOnPage(page)).toEqual([]);
        expect(
          await page.evaluate<boolean>(
            'document.documentElement.scrollWidth > document.documentElement.clientWidth',
          ),
        ).toBe(false);
      });
    },
  );
});
