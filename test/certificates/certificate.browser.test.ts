import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { violationsOf, violationsOnPage } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { anIssuedCertificate } from '../support/certificates.ts';
import { signedIn } from '../support/portal.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const issued = await anIssuedCertificate(world, { name: `Harbour${'works'.repeat(20)}` });
beforeEach(() => {
  world.clock.now += 60_000;
});

const addressOf = (code: string) => `${world.baseUrl}/certificates/${code}`;
const widths = (page: Page) =>
  page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]');

describe('the certificate verification page', () => {
  it.each([320, 360, 768])('needs no horizontal scrolling at %i px', async (width) => {
    await withPage(browser, { viewport: { width, height: 740 } }, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(addressOf(issued.code));
      await page.getByRole('heading', { name: 'This certificate is genuine' }).waitFor();
      expect(await widths(page)).toEqual([width, width]);
      expect(complaints).toEqual([]);
      await page.goto(addressOf('unknown'));
      await page.getByRole('heading', { name: 'No document has this code' }).waitFor();
      expect(await widths(page)).toEqual([width, width]);
    });
  });

  it.each<['light' | 'dark', number]>([
    ['light', 1280],
    ['dark', 360],
  ])('has no accessibility violations, %s at %i px', async (colorScheme, width) => {
    const view = { colorScheme, width };
    expect(await violationsOf(browser, addressOf(issued.code), view)).toEqual([]);
    expect(await violationsOf(browser, addressOf('unknown'), view)).toEqual([]);
  });

  it('shows a dissolution after a reload', async () => {
    await withPage(browser, { viewport: { width: 360, height: 740 } }, async (page) => {
      await page.goto(addressOf(issued.code));
      await page.getByRole('heading', { name: 'is in good standing today' }).waitFor();
      await world.admin('PATCH', `/legal_entities/${issued.entity.id}`, {
        dissolutionDate: new Date(world.clock.now).toISOString(),
      });
      await page.reload();
      await page.getByRole('heading', { name: 'is not in good standing today' }).waitFor();
      expect(await page.getByText('This certificate is genuine').count()).toBe(1);
    });
  });
});

/** Returns the cookies of the signed-in owner. */
async function cookies() {
  const { cookies: kept } = await signedIn(world, issued.owner.email);
  return [...kept].map(([name, value]) => ({ name, value, url: world.baseUrl }));
}

const permissions = ['clipboard-read', 'clipboard-write'];

it('the owner can copy the link to the verification of a certificate, and the link of a proof', async () => {
  await withPage(browser, { permissions }, async (page) => {
    await page.context().addCookies(await cookies());
    const complaints = complaintsOf(page, world.baseUrl);
    const copied = async () => {
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByText('Copied.').waitFor();
      return page.evaluate('navigator.clipboard.readText()');
    };
    const { entity, request, code } = issued;
    await page.goto(
      `${world.baseUrl}/portal/legal-entities/${entity.id}/good-standing/${request['id']}`,
    );
    expect(await copied()).toBe(addressOf(code));
    await page.goto(`${world.baseUrl}/portal/proofs`);
    await page.getByRole('button', { name: 'Make a proof' }).click();
    const link = page.locator('[data-copy]');
    const address = await link.getAttribute('href');
    expect(await copied()).toBe(address);
    expect(address).toContain(`${world.baseUrl}/proofs/`);
    expect(complaints).toEqual([]);
  });
});

describe('the upload page for a proof of paid taxes', () => {
  it('accepts a file on a phone and shows its URL without JavaScript', async () => {
    const options = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false };
    await withPage(browser, options, async (page) => {
      await page.context().addCookies(await cookies());
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(`${world.baseUrl}/portal/uploads/tax-proof`);
      const file = { name: 'receipt.pdf', mimeType: 'application/pdf' };
      const buffer = Buffer.from('%PDF-1.7\nreceipt');
      await page.getByLabel('Receipt', { exact: true }).setInputFiles({ ...file, buffer });
      await page.getByRole('button', { name: 'Upload the receipt' }).click();
      await page.getByRole('heading', { name: 'File uploaded' }).waitFor();
      await page.getByText(`${world.baseUrl}/uploads/tax-proofs/`).waitFor();
      expect(complaints).toEqual([]);
    });
  });

  it.each<['light' | 'dark', number]>([
    ['light', 1280],
    ['dark', 360],
  ])('has no accessibility violations, %s at %i px', async (colorScheme, width) => {
    const viewport = { width, height: 800 };
    await withPage(browser, { bypassCSP: true, colorScheme, viewport }, async (page) => {
      await page.context().addCookies(await cookies());
      await page.goto(`${world.baseUrl}/portal/uploads/tax-proof`);
      expect(await violationsOnPage(page)).toEqual([]);
      expect(await widths(page)).toEqual([width, width]);
      await page.getByRole('button', { name: 'Upload the receipt' }).click();
      await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
      expect(await violationsOnPage(page)).toEqual([]);
    });
  });
});
