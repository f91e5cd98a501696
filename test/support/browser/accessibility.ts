import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';

export interface Violation {
  readonly rule: string;
  readonly elements: readonly string[];
}

export interface View {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  /** Prepares the page before it is examined, for example sends its form. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/**
 * axe's findings about a page: WCAG 2.2 AA and good practice.
 *
 * Only here the page's policy is disabled, because it would block axe.
 */
export async function violationsOf(
  browser: Browser,
  url: string,
  { colorScheme = 'light', width = 1280, prepare }: View = {},
): Promise<readonly Violation[]> {
  const context = await browser.newContext({
    bypassCSP: true,
    colorScheme,
    viewport: { width, height: 800 },
  });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await prepare?.(page);
    return await violationsOnPage(page);
  } finally {
    await context.close();
  }
}

/** The minified form: each examined page loads it again, and the full one takes twice the time. */
const script = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** axe's findings about the current page; its context must have been created with `bypassCSP`. */
export async function violationsOnPage(page: Page): Promise<readonly Violation[]> {
  await page.evaluate(script);
  const { violations } = await page.evaluate(() => {
    // The script above has defined it.
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    return inPage.run({ resultTypes: ['violations'], selectors: false });
  });
  return violations.map(({ id, nodes }) => ({
    rule: id,
    elements: nodes.map(({ html }) => html),
  }));
}

export interface Walk {
  /** Examines the current page; with SCREENSHOTS, saves a picture of it in that directory. */
  readonly check: (name: string) => Promise<void>;
  /** Each page with barriers that axe finds, or with horizontal scrolling. */
  readonly found: readonly unknown[];
}

/** A walk over several pages; `picture` names the file of a page's picture. */
export function walkOver(page: Page, picture: (name: string) => string): Walk {
  const found: unknown[] = [];
  const check = async (name: string) => {
    const violations = await violationsOnPage(page);
    const across = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    if (violations.length > 0 || across !== 0) found.push({ name, violations, across });
    const directory = process.env['SCREENSHOTS'];
    if (directory === undefined) return;
    await page.screenshot({ path: `${directory}/${picture(name)}.png`, fullPage: true });
  };
  return { check, found };
}
