import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { startChromium } from './chromium.ts';

/** A browser for all tests of the calling file; it closes after them. */
export async function useChromium(): Promise<Browser> {
  const browser = await startChromium();
  afterAll(() => browser.close());
  return browser;
}
