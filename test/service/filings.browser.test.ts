import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { aFiler, type Filer, freshName } from '../support/amendments.ts';
import { violationsOnPage } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aVoucher } from '../support/drafts.ts';
import { aPdf } from '../support/files.ts';
import { mailedCode } from '../support/portal.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

let filer: Filer;

const world = await useWorld();
const browser = await useChromium();
beforeEach(async () => {
  // Sign-ins from one network address are limited by the hour.
  world.clock.now += 3_600_000;
  filer = await aFiler(world, { taxState: 'overdue' });
});

const withoutScript = { javaScriptEnabled: false } as const;
const narrow = { bypassCSP: true, viewport: { width: 320, height: 800 } } as const;

const heading = (page: Page, name: string | RegExp, level = 1) =>
  page.getByRole('heading', { name, level }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const follow = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('link', { name }).click();

/** Signs in and opens the page of the legal entity. */
async function toEntity(page: Page): Promise<void> {
  await page.goto(`${world.baseUrl}/portal/legal-entities`);
  await page.getByLabel('Email address').fill(filer.email);
  await press(page, 'Send me a code');
  await heading(page, 'Enter the code');
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, filer.email));
  await press(page, 'Sign in');
  await heading(page, 'Legal entities');
  await follow(page, `${filer.entityName} LLC`);
  await heading(page, `${filer.entityName} LLC`);
}

async function payByVoucher(page: Page): Promise<void> {
  await page.getByLabel('Voucher code').fill(await aVoucher(world));
  await press(page, 'Pay with the voucher');
}

/** The reviewer's decision. The id is the last part of the page's address. */
async function approve(page: Page): Promise<void> {
  await world.settle();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
  await world.settle();
  await page.reload();
}

/** Records the calls to the API from now on. */
function callsOfApi(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  return calls;
}

describe('without JavaScript and API calls', () => {
  it('a resident can take an amendment from the proposal to the Certificate of Amendment', async () => {
    const name = freshName();
    await withPage(browser, withoutScript, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      const calls = callsOfApi(page);
      await toEntity(page);
      await follow(page, 'Propose a new name or office');
      await page.getByLabel('Name without the ending').fill(name);
      await press(page, 'Propose these changes');
      await heading(page, 'Signature needed', 2);
      await follow(page, 'Read and sign');
      await page.getByLabel('Full name').fill('Ada Lovelace');
      await page.getByLabel('I have read').check();
      await press(page, 'Sign the amendment');
      await follow(page, 'See the next steps or pay the fee');
      await heading(page, 'Payment due', 2);
      await payByVoucher(page);
      await heading(page, 'The amendment is under review', 2);
      await approve(page);
      await heading(page, 'Amendment approved', 2);
      await follow(page, 'See the documents');
      await heading(page, `${name} LLC`);
      const document = page.getByRole('link', { name: 'Certificate of Amendment' });
      const opened = await page.request.get(
        new URL(String(await document.getAttribute('href')), world.baseUrl).href,
      );
      expect(opened.headers()['content-type']).toBe('application/pdf');
      expect({ complaints, calls }).toEqual({ complaints: [], calls: [] });
    });
  });

  it('a resident can contest overdue taxes with proof and download the certificate', async () => {
    await withPage(browser, withoutScript, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      const calls = callsOfApi(page);
      await toEntity(page);
      await heading(page, 'Active, but not in good standing: its taxes are overdue', 2);
      await follow(page, 'Certificate of Good Standing');
      await page.getByLabel('Explanation for the reviewer').fill('Paid on 1 March');
      const file = {
        name: 'receipt.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(aPdf()),
      };
      await page.getByLabel('Proof of payment').setInputFiles(file);
      await press(page, 'Request the certificate');
      await heading(page, 'Payment due', 2);
      await payByVoucher(page);
      await heading(page, 'Paid: waiting for a reviewer’s decision', 2);
      await world.settle();
      await page.reload();
      await heading(page, 'The request is under review', 2);
      await approve(page);
      await heading(page, 'Certificate of Good Standing issued', 2);
      const link = page.getByRole('link', { name: 'Open the certificate' });
      const opened = await page.request.get(
        new URL(String(await link.getAttribute('href')), world.baseUrl).href,
      );
      expect(opened.headers()['content-type']).toBe('application/pdf');
      await follow(page, `Back to ${filer.entityName} LLC`);
      await follow(page, 'Invoices');
      await follow(page, /Certificate of Good Standing/);
      await heading(page, 'Receipt');
      expect({ complaints, calls }).toEqual({ complaints: [], calls: [] });
    });
  });
});

describe.each(['light', 'dark'] as const)('at 320 pixels, %s,', (colorScheme) => {
  it('the filing pages have no accessibility violations, and nothing is cut off', async () => {
    await withPage(browser, { ...narrow, colorScheme }, async (page) => {
      const judge = async (name: string) => {
        const folder = process.env['SCREENSHOTS'];
        if (folder !== undefined) {
          await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
        }
        expect(await violationsOnPage(page), name).toEqual([]);
        const wide = await page.evaluate<boolean>(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        expect(wide, name).toBe(false);
      };
      await toEntity(page);
      await judge('entity');
      await follow(page, 'Propose a new name or office');
      await press(page, 'Propose these changes');
      await heading(page, 'There is a problem', 2);
      await judge('proposal-error');
      await page.getByLabel('Name without the ending').fill(freshName());
      await press(page, 'Propose these changes');
      await heading(page, 'Signature needed', 2);
      await judge('amendment');
      await follow(page, /^Back to /);
      await follow(page, 'Certificate of Good Standing');
      await press(page, 'Request the certificate');
      await heading(page, 'There is a problem', 2);
      await judge('contest-error');
      await page.getByLabel('Explanation for the reviewer').fill('Paid on 1 March');
      const file = {
        name: 'receipt.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(aPdf()),
      };
      await page.getByLabel('Proof of payment').setInputFiles(file);
      await press(page, 'Request the certificate');
      await heading(page, 'Payment due', 2);
      await judge('certificate-to-pay');
      await page.goto(`${world.baseUrl}/portal/invoices?entity=${filer.entityId}`);
      await judge('invoices');
      await follow(page, /Certificate of Good Standing/);
      await heading(page, 'Invoice');
      await judge('invoice');
    });
  });
});
