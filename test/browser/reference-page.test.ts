import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';
import { startChromium } from './support/chromium.ts';
import { complaintsOf } from './support/complaints.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(), startChromium()]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});

it('shows the reference without a breach of its policy and without a foreign request', async () => {
  const page = await browser.newPage();
  const complaints = complaintsOf(page, world.baseUrl);
  await page.goto(`${world.baseUrl}/docs#tag/registry/POST/api/v1/verify_rpn`);
  await page.getByText('Verify a resident permit number').first().waitFor();
  expect(complaints).toEqual([]);
});
