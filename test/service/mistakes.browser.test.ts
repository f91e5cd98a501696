import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { aFiler, aSignedFiling, freshName } from '../support/amendments.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { clippedIn } from '../support/browser/clipped.ts';
import { choose, heading, signInHere } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aWaitingCase, caseTypes } from '../support/questions.ts';
import { aStaffMember } from '../support/staff.ts';
import { useWorld } from '../support/use-world.ts';

/** Pages after a mistake, and the reviewers' pages. Each is checked, and with SCREENSHOTS also photographed. */
const world = await useWorld();
const browser = await useChromium();

const views = [
  ['light', 1280],
  ['dark', 320],
] as const;

/** Submits a form of the page as it is. */
async function send(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
}

it.each(views)(
  'pages show what went wrong, accessibly and with nothing cut off, %s at %i px',
  async (colorScheme, width) => {
    const filer = await aFiler(world, { taxState: 'overdue' });
    const filing = await aSignedFiling(world, filer, { name: freshName() });
    const entity = `legal-entities/${filer.entityId}`;
    const options = { bypassCSP: true, colorScheme, viewport: { width, height: 700 } };
    await withPage(browser, options, async (page) => {
      const { check, found } = walkOver(page, (name) => `mistake-${name}-${colorScheme}`);
      const clipped: unknown[] = [];
      const titles: string[] = [];
      const seen = async (name: string) => {
        await check(name);
        clipped.push(...(await clippedIn(page)));
        titles.push(await page.title());
      };
      await page.goto(`${world.baseUrl}/portal`);
      await page.getByLabel('Email address').fill('no address');
      await send(page, 'Send me a code');
      await seen('sign-in');
      await page.getByLabel('Email address').fill(filer.email);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await heading(page, 'Enter the code');
      await page.getByLabel('Code', { exact: true }).fill('000000');
      await send(page, 'Sign in');
      await seen('code');
      await page.goto(`${world.baseUrl}/portal/sign-in`);
      await signInHere(page, world, filer.email);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const forms = [
        ['applications/new', 'application'],
        ['developer/keys/new', 'key'],
        ['developer/webhooks/new', 'webhook'],
        [`${entity}/good-standing/new`, 'good-standing'],
      ] as const;
      for (const [path, name] of forms) {
        await page.goto(`${world.baseUrl}/portal/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('main form button[type="submit"]').last().click();
        await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
        await seen(name);
      }
      await page.goto(`${world.baseUrl}/portal/${entity}/amendments/${filing}`);
      await page.locator('[name="voucherCode"]').fill('NO-SUCH-VOUCHER');
      await page.locator('form:has([name="voucherCode"]) button').click();
      await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
      await seen('voucher');
      for (const path of ['certificates?code=AAAA', 'credentials/verify', 'no-such-page']) {
        await page.goto(`${world.baseUrl}/${path}`);
        await seen(path.replaceAll(/\W/g, '-'));
      }
      // Screen readers announce first that something is wrong.
      const mistakes = titles.slice(0, -3);
      expect(mistakes.filter((title) => !title.startsWith('Error: '))).toEqual([]);
      expect({ found, clipped }).toEqual({ found: [], clipped: [] });
    });
  },
  240_000,
);

it.each(views)(
  "the reviewers' pages have no accessibility violations and cut nothing off, %s at %i px",
  async (colorScheme, width) => {
    const reviewer = await aStaffMember(world, ['reviewer']);
    const cases: { readonly reviewId: string }[] = [];
    for (const type of caseTypes) cases.push(await aWaitingCase(world, type));
    const options = { bypassCSP: true, colorScheme, viewport: { width, height: 700 } };
    await withPage(browser, options, async (page) => {
      const { check, found } = walkOver(page, (name) => `review-${name}-${colorScheme}`);
      const clipped: unknown[] = [];
      const seen = async (name: string) => {
        await page.getByRole('heading', { level: 1 }).waitFor();
        await check(name);
        clipped.push(...(await clippedIn(page)));
      };
      await page.goto(`${world.baseUrl}/portal/reviews`);
      await signInHere(page, world, reviewer.email);
      await heading(page, 'Reviews');
      await seen('queue');
      for (const query of ['tab=awaiting_answer', 'tab=decided', 'q=nobody']) {
        await page.goto(`${world.baseUrl}/portal/reviews?${query}`);
        await seen(query.replace('=', '-'));
      }
      await page.goto(`${world.baseUrl}/portal/reviews/${cases[0]?.reviewId}`);
      await choose(page, 'Reject');
      await send(page, 'Reject');
      await seen('reject-without-reason');
      await page.goto(`${world.baseUrl}/portal/reviews/people?q=Test`);
      await seen('people');
      expect({ found, clipped }).toEqual({ found: [], clipped: [] });
    });
  },
  240_000,
);
