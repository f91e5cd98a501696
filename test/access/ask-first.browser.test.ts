import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { walkOver } from '../support/browser/accessibility.ts';
import { clippedIn } from '../support/browser/clipped.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { heading, signInHere } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aDraft, aVoucher, pay } from '../support/drafts.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();

/** Where the owner decides on a payment that a key has asked for, with the longest name. */
async function aWaitingPayment({ id, standardKey }: Person): Promise<string> {
  const fields = { kind: 'standard', label: 'Office'.repeat(10), approvalRequired: true };
  const key = String((await created(world, `/persons/${id}/api_keys`, fields))['key']);
  const draft = await aDraft(world, standardKey, {
    name: `Harbour${'works'.repeat(15)} ${key.slice(-4)}`,
  });
  const { status, body } = await pay(world, { ...draft, key }, await aVoucher(world));
  if (status !== 202) throw new Error(`set-up: ${status} ${JSON.stringify(body)}`);
  return (body as { data: { nextSteps: { approvalUrl: string } } }).data.nextSteps.approvalUrl;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it.each([390, 1280])(
  'the page on which an owner decides is for everyone, at %i px',
  async (width) => {
    const ada = await aResident(world);
    const [approved, declined, expired] = [
      await aWaitingPayment(ada),
      await aWaitingPayment(ada),
      await aWaitingPayment(ada),
    ];
    const options = { bypassCSP: true, viewport: { width, height: 800 } };
    await withPage(browser, options, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      const { check, found } = walkOver(page, (state) => `approval-${state}-${width}`);
      const clipped: unknown[] = [];
      const see = async (state: string, title: string) => {
        await heading(page, title);
        await check(state);
        clipped.push(...(await clippedIn(page)));
      };
      await page.goto(approved);
      await signInHere(page, world, ada.email);
      await see('waiting', 'Approve or decline?');
      await press(page, 'Approve');
      await see('approved', 'Approved');
      await page.goto(declined);
      await press(page, 'Decline');
      await see('declined', 'Declined');
      world.clock.now += 3 * 86_400_000;
      await page.goto(expired);
      await signInHere(page, world, ada.email);
      await see('expired', 'Expired');
      expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
      expect({ found, clipped, complaints }).toEqual({ found: [], clipped: [], complaints: [] });
    });
  },
);

it('an owner approves without scripts', async () => {
  const ada = await aResident(world);
  const options = { javaScriptEnabled: false, viewport: { width: 390, height: 800 } };
  await withPage(browser, options, async (page) => {
    await page.goto(await aWaitingPayment(ada));
    await signInHere(page, world, ada.email);
    await press(page, 'Approve');
    await heading(page, 'Approved');
    const outcome = page.getByText('You approved this, and it was done.');
    expect(await outcome.count()).toBe(1);
  });
});
