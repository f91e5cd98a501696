import { expect, it } from 'vitest';
import { handOn } from '../support/browser/hand.ts';
import { heading } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aVoucher } from '../support/drafts.ts';
import { mailedCode } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

/**
 * A resident forms a company, from the registry's first page to *submitted*, using only what the pages
 * offer. The walk counts clicks and keys, and estimates the time with the keystroke-level model.
 * `WALK=1` prints the figures.
 */
const world = await useWorld();
const browser = await useChromium();
const hand = { typing: false };

it.each([[true], [false]])(
  'forming a company takes at most 12 clicks and 3 minutes of hand time, with JavaScript: %s',
  async (javaScriptEnabled) => {
    const ada = await aResident(world);
    const code = await aVoucher(world);
    const signIn = { clicks: 0, keys: 0, hand: 0 };
    const forming = { clicks: 0, keys: 0, hand: 0 };
    hand.typing = false;
    const screen = { javaScriptEnabled, viewport: { width: 1280, height: 800 } };
    await withPage(browser, screen, async (page) => {
      const link = (name: string) => page.getByRole('link', { name, exact: true });
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const before = handOn(page, signIn, hand);
      await page.goto(world.baseUrl);
      await before.click(link('Go to the portal'));
      await before.click(page.getByLabel('Email address'));
      await before.type(ada.email);
      await before.press('Enter');
      await heading(page, 'Enter the code');
      await before.click(page.getByLabel('Code', { exact: true }));
      await before.type(await mailedCode(world, ada.email));
      await before.press('Enter');

      const { click, press, type } = handOn(page, forming, hand);
      /** Within a form the hand stays on the keyboard. */
      const tabTo = async (label: string) => {
        const passed: string[] = [];
        for (let stop = 0; stop < 6; stop += 1) {
          await press('Tab');
          const name = await page.evaluate<string>(
            "document.activeElement.labels?.[0]?.textContent.trim() ?? ''",
          );
          if (name.startsWith(label)) return;
          passed.push(name);
        }
        throw new Error(`six Tab keys do not lead to ${label}, but to ${passed.join(', ')}`);
      };
      await click(link('See or start an application'));
      await click(link('Start an application'));
      await click(page.getByLabel('Name of the legal entity'));
      await type('Harbour Street Trading');
      await tabTo('Resident');
      await press('ArrowUp');
      await tabTo('Street and number');
      await type('12 Harbour Street');
      await tabTo('Town or city');
      await type('Port Town');
      await tabTo('Postal code');
      await type('11101');
      await tabTo('Country');
      await type('Hond');
      await click(button('Continue'));
      await heading(page, 'Check your answers');
      await click(button('Save and continue'));
      await heading(page, 'Harbour Street Trading LLC');
      await click(link('Read and sign'));
      await click(page.getByLabel('Full name'));
      await type('Ada Lovelace');
      await tabTo('I have read');
      await press(' ');
      await press('Enter');
      await click(link('Continue to the payment'));
      await click(page.getByLabel('Voucher code'));
      await type(code);
      await press('Enter');
      await page.getByRole('heading', { name: 'The application is under review' }).waitFor();
    });
    const both = {
      clicks: signIn.clicks + forming.clicks,
      hand: signIn.hand + forming.hand,
    };
    if (process.env['WALK'] !== undefined) {
      process.stdout.write(`${JSON.stringify({ signIn, forming, both })}\n`);
    }
    expect(both.clicks).toBeLessThanOrEqual(12);
    expect(both.hand).toBeLessThanOrEqual(180);
  },
);
