import { describe, expect, it } from 'vitest';
import { walkOver } from '../support/browser/accessibility.ts';
import { clippedIn } from '../support/browser/clipped.ts';
import { heading, signInHere } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aVoucher } from '../support/drafts.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();

describe('an LLC application in the portal', () => {
  it.each<['light' | 'dark', number]>([
    ['light', 1280],
    ['dark', 320],
  ])(
    'can be completed without JavaScript or API calls, %s at %i px',
    async (colorScheme, width) => {
      const ada = await aResident(world);
      await anEntity(world, { name: `Harbour ${width}` });
      const name = `Harbor ${width}`;
      const options = { bypassCSP: true, colorScheme, viewport: { width, height: 700 } };
      await withPage(browser, { ...options, javaScriptEnabled: false }, async (page) => {
        await page.goto(`${world.baseUrl}/portal/applications`);
        await signInHere(page, world, ada.email);
        await heading(page, 'Applications');
        await page.getByRole('link', { name: 'Start an application' }).click();
        await heading(page, 'Start an application');
        await page.getByRole('button', { name: 'Continue' }).click();
        await heading(page, 'Start an application');
        await page.getByLabel('Name of the legal entity').fill(name);
        await page.getByLabel('e-Resident').check();
        await page.getByLabel('Street and number').first().fill('1 Harbour Street');
        await page.getByLabel('Town or city').first().fill('Port Town');
        await page.getByLabel('Postal code').first().fill('1');
        await page.getByLabel('Country').first().selectOption('Honduras');
        await page.getByRole('button', { name: 'Continue' }).click();
        await heading(page, 'Check your answers');
        expect(await page.getByText(`Harbour ${width} LLC`).count()).toBe(1);
        await page.getByRole('button', { name: 'Save and continue' }).click();
        await heading(page, `${name} LLC`);
        await page.getByRole('link', { name: 'Read and sign' }).click();
        await page.getByLabel('Full name').fill('Ada Lovelace');
        await page.getByLabel('I have read').check();
        await page.getByRole('button', { name: 'Sign the agreement' }).click();
        await page.getByRole('link', { name: 'Home' }).click();
        await page.getByRole('link', { name: `Pay the fee for ${name} LLC` }).click();
        await page.getByLabel('Voucher code').fill(await aVoucher(world));
        await page.getByRole('button', { name: 'Pay with the voucher' }).click();
        await page.getByRole('heading', { name: 'The application is under review' }).waitFor();
        const id = String(new URL(page.url()).pathname.split('/').at(-1));
        await world.settle();
        await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
        await world.settle();
        await page.reload();
        await page.getByRole('link', { name: 'Certificate of Organization' }).waitFor();
      });
    },
  );

  it.each<['light' | 'dark', number]>([
    ['light', 1280],
    ['dark', 320],
  ])(
    'has complete and accessible pages without clipping, %s at %i px',
    async (colorScheme, width) => {
      const grace = await aResident(world);
      const options = { bypassCSP: true, colorScheme, viewport: { width, height: 700 } };
      await withPage(browser, options, async (page) => {
        const { check, found } = walkOver(page, (name) => `${name}-${colorScheme}`);
        const clipped: unknown[] = [];
        const see = async (name: string) => {
          await check(name);
          clipped.push(...(await clippedIn(page)));
        };
        await page.goto(`${world.baseUrl}/portal/applications`);
        await signInHere(page, world, grace.email);
        await heading(page, 'Applications');
        await see('applications-none');
        await page.getByRole('link', { name: 'Start an application' }).click();
        await see('application-form');
        await page.getByLabel('Another resident').check();
        await page.getByRole('button', { name: 'Continue' }).click();
        await see('application-form-refused');
        await page.getByLabel('Registry Employment').check();
        await page.getByLabel('Name of the legal entity').fill(`Light ${width}`);
        await page.getByLabel('Street and number').first().fill('1 Harbour Street');
        await page.getByLabel('Town or city').first().fill('Port Town');
        await page.getByLabel('Postal code').first().fill('1');
        await page.getByLabel('Country').first().selectOption('Honduras');
        await page.getByRole('button', { name: 'Continue' }).click();
        await heading(page, 'Check your answers');
        await see('application-check');
        await page.getByRole('button', { name: 'Save and continue' }).click();
        await heading(page, `Light ${width} LLC`);
        await see('application-draft');
        await page.getByRole('button', { name: 'Pay with the voucher' }).click();
        await see('application-voucher-refused');
        await page.goto(`${world.baseUrl}/portal`);
        await see('home-to-do');
        expect(clipped).toEqual([]);
        expect(found).toEqual([]);
      });
    },
  );
});
