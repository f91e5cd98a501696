import type { Page } from 'playwright-core';
import { mailedCode } from '../portal.ts';
import type { World } from '../world.ts';

/** Waits for the page with this heading. */
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();

/** Signs in on the sign-in page that is open. */
export async function signInHere(page: Page, world: World, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await heading(page, 'Enter the code');
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, email));
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens one of the three choices of a case. */
export const choose = (page: Page, choice: 'Approve' | 'Ask the applicant' | 'Reject') =>
  page.locator('.decide summary', { hasText: choice }).click();

/** Makes the decision whose choice is open, and confirms it. */
export async function decide(page: Page, decision: 'Approve' | 'Reject'): Promise<void> {
  await page.getByRole('button', { name: decision, exact: true }).click();
  await page.getByRole('button', { name: `Yes, ${decision.toLowerCase()}` }).click();
}

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(
      "(on => [on.id, on.labels?.[0]?.textContent ?? on.textContent].join(' ').trim())(document.activeElement)",
    );
    if (focused.includes(name)) return;
  }
  throw new Error(`the Tab key does not lead to ${name}`);
}
