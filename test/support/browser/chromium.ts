import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Chromium without windows, if installed: with it the tests take half the CPU time. Both are Debian packages. */
const [headless, complete] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

export const chromiumPath = process.env['CHROMIUM'] ?? (existsSync(headless) ? headless : complete);

/** Chromium without a window, which makes no requests on its own. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
