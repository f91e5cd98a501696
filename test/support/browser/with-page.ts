import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Lends a page in a separate window with separate cookies, which is closed afterwards. */
export async function withPage(
  browser: Browser,
  options: BrowserContextOptions,
  use: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  // A longer wait would not help, even on a busy machine.
  context.setDefaultTimeout(120_000);
  try {
    await use(await context.newPage(), context);
  } finally {
    await context.close();
  }
}
