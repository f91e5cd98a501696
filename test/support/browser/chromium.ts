import { type Browser, chromium } from 'playwright-core';

/** Where Debian's package puts it, unless CHROMIUM says otherwise. */
export const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

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
