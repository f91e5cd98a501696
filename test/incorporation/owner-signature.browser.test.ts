import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { textInForce } from '../support/agreements.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { clippedIn } from '../support/browser/clipped.ts';
import { heading, signInHere } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aDraft } from '../support/drafts.ts';
import { anAgentKey, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;
const world = await useWorld();
const browser = await useChromium();
const publish = () => {
  const former = textInForce('legal_entity');
  const version = `v${Math.random()}`;
  world.publish({ ...former, version, text: `${former.text}\n\n9. ${version}. And more.` });
};

/** Signs the open Manifestation of Will, which has the agreement for e-Residents. */
async function signWill(page: Page): Promise<void> {
  await page.getByLabel('For legal entities with an e-Resident residency').check();
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('I have read').check();
  await page.getByRole('button', { name: /^Sign the Manifestation|^Change the/ }).click();
}

describe('the owner’s signature page', () => {
  it('can be signed without JavaScript from the emailed link after sign-in', async () => {
    ada = await aResident(world);
    const key = await anAgentKey(world, ada.id, ['agent:entity.application.create']);
    const draft = await aDraft(world, key);
    await world.settle();
    const mail = world.mails.findLast(({ text }) => text.includes(draft.id));
    const [link = ''] = mail?.text.match(/http\S+\/sign/) ?? [];
    await withPage(browser, { javaScriptEnabled: false }, async (page) => {
      await page.goto(link);
      await heading(page, 'Sign in');
      await signInHere(page, world, ada.email);
      await heading(page, 'Sign the Agreement of Coexistence');
      await page.getByLabel('Full name').fill('Ada Lovelace');
      await page.getByLabel('I have read').check();
      await page.getByRole('button', { name: 'Sign the agreement' }).click();
      await heading(page, 'The agreement is signed');
      await page
        .getByRole('link', { name: textInForce('legal_entity').sha256 })
        .first()
        .click();
      await heading(page, 'Agreement of Coexistence for Legal Entities');
      expect(page.url()).toContain('/agreements/texts/');
    });
  });

  it.each<['light' | 'dark', number]>([
    ['light', 1280],
    ['dark', 320],
  ])('is complete and accessible without clipping, %s at %i px', async (colorScheme, width) => {
    ada = await aResident(world);
    const key = await anAgentKey(world, ada.id, ['agent:entity.application.create']);
    const draft = await aDraft(world, key, { analytics: { whatIsYourBusiness: 'Boats' } });
    const options = { bypassCSP: true, colorScheme, viewport: { width, height: 700 } };
    await withPage(browser, options, async (page) => {
      const { check, found } = walkOver(page, (name) => `${name}-${colorScheme}`);
      const clipped: unknown[] = [];
      const see = async (name: string) => {
        await check(name);
        clipped.push(...(await clippedIn(page)));
      };
      await page.goto(String(draft.signature));
      await signInHere(page, world, ada.email);
      await heading(page, 'Sign the Agreement of Coexistence');
      await see('owner-signature');
      expect(await page.getByText('What is your business').count()).toBe(1);
      await page.getByRole('button', { name: 'Sign the agreement' }).click();
      await see('owner-signature-refused');
      await page.goto(`${world.baseUrl}/portal/developer/manifestation`);
      await see('will');
      publish();
      await signWill(page);
      await see('will-changed-meanwhile');
      await signWill(page);
      await page.getByRole('heading', { name: 'In force' }).waitFor();
      await see('will-signed');
      publish();
      await page.goto(`${world.baseUrl}/portal`);
      await see('home-outdated');
      await page.getByRole('link', { name: 'Read and sign the new version' }).click();
      await see('will-outdated');
      await page.goto(
        `${world.baseUrl}/agreements/texts/${textInForce('manifestation_of_will').sha256}`,
      );
      await see('published-text');
      expect(clipped).toEqual([]);
      expect(found).toEqual([]);
    });
  });
});
