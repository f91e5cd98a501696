import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Chromium without windows, if it is installed: the tests take half the CPU time with it. Both are packages of Debian. */
const [headless, complete] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

export const chromiumPath = process.env['CHROMIUM'] ?? (existsSync(headless) ? headless : complete);

/** Chromium without a window, which calls nobody on its own. */
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
