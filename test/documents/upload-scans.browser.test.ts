import { beforeEach, expect, it } from 'vitest';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { heading, signInHere } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aPdf } from '../support/files.ts';
import { anAnswer, answerBy, ask, aWaitingCase } from '../support/questions.ts';
import { aResident } from '../support/registry.ts';
import { aReviewer, reviewerEmail } from '../support/reviewers.ts';
import { anInfectedPdf } from '../support/upload-scans.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
await aReviewer(world);
beforeEach(() => {
  // Sign-ins are limited by the hour.
  world.clock.now += 3_600_000;
  world.scans.setting.required = true;
});

const aFileOf = (bytes: Uint8Array) => ({
  name: 'receipt.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
});

it('a proof shows its malware check, then opens or is refused, at 320 px without JavaScript', async () => {
  const { email } = await aResident(world);
  const narrow = { javaScriptEnabled: false, viewport: { width: 320, height: 800 } };
  await withPage(browser, narrow, async (page) => {
    const complaints = complaintsOf(page, world.baseUrl);
    await page.goto(`${world.baseUrl}/portal/uploads/tax-proof`);
    await signInHere(page, world, email);
    await heading(page, 'Proof of paid taxes');
    await page.getByLabel('Receipt').setInputFiles(aFileOf(aPdf()));
    await page.getByRole('button', { name: 'Upload the receipt' }).click();
    await page.getByRole('heading', { name: 'The file is being checked for malware' }).waitFor();
    await world.scans.deliver();
    await page.getByRole('link', { name: 'Reload this page' }).click();
    await page.getByRole('heading', { name: 'File uploaded' }).waitFor();
    expect(await page.getByText('malware').count()).toBe(0);

    await page.getByLabel('Receipt').setInputFiles(aFileOf(anInfectedPdf()));
    await page.getByRole('button', { name: 'Upload the receipt' }).click();
    await page.getByRole('heading', { name: 'The file is being checked for malware' }).waitFor();
    await world.scans.deliver();
    await page.getByRole('link', { name: 'Reload this page' }).click();
    await page.getByRole('heading', { name: 'The file contains malware' }).waitFor();
    expect(await page.getByRole('heading', { name: 'File uploaded' }).count()).toBe(0);

    await page.getByLabel('Receipt').setInputFiles(aFileOf(anInfectedPdf()));
    await page.getByRole('button', { name: 'Upload the receipt' }).click();
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
    await page.getByRole('link', { name: 'This file contains malware' }).click();
    expect(complaints).toEqual([
      'Failed to load resource: the server responded with a status of 409 (Conflict)',
    ]);
  });
  await world.settle();
});

it('the status of a check is accessible in dark mode at 320 px, and a case shows why a file is closed', async () => {
  const waiting = await aWaitingCase(world, 'certificate_request');
  const requestId = await ask(world, waiting);
  await answerBy(world, waiting, anAnswer(requestId, 'Here it is.', anInfectedPdf('case')));
  await world.settle();
  const dark = { colorScheme: 'dark', viewport: { width: 320, height: 800 } } as const;
  await withPage(browser, { ...dark, bypassCSP: true }, async (page) => {
    const { check, found } = walkOver(page, (name) => `upload-scans-${name}`);
    await page.goto(`${world.baseUrl}/portal/reviews/${waiting.reviewId}`);
    await signInHere(page, world, reviewerEmail);
    await heading(page, 'Certificate of Good Standing');
    await page.getByText('The file is being checked for malware.').first().waitFor();
    await check('pending');
    await world.scans.deliver();
    await page.reload();
    await page.getByText('The file contains malware and can’t be opened.').waitFor();
    await page.getByRole('link', { name: 'Open the uploaded file' }).waitFor();
    await check('refused');
    await page.goto(`${world.baseUrl}/portal/uploads/tax-proof`);
    await page.getByLabel('Receipt').setInputFiles(aFileOf(aPdf(80)));
    await page.getByRole('button', { name: 'Upload the receipt' }).click();
    await page.getByRole('heading', { name: 'The file is being checked for malware' }).waitFor();
    await check('checking');
    await world.scans.deliver();
    expect(found).toEqual([]);
  });
  await world.settle();
});
