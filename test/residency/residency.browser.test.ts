import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  type ApplicationFields,
  aResidencyDraft,
  mailedClaim,
  stored,
} from '../support/applicants.ts';
import { violationsOf, walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { heading, signInHere, tabTo } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aHolder } from '../support/holders.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();

/** A draft, and the URL of its agreement. */
async function anAgreement(fields: ApplicationFields = {}) {
  const application = await aResidencyDraft(world, fields);
  return { id: application.id, url: `${world.baseUrl}/agreements/${application.agreement.token}` };
}

/** The claim link that an applicant was emailed. */
async function aClaim() {
  const application = await aResidencyDraft(world, {}, { link: true });
  const { email } = application.data.personalDetails;
  return { email, url: world.baseUrl + (await mailedClaim(world, email)) };
}

async function sign(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Grace B. Hopper');
  await page.getByLabel('I have read').check();
  await page.getByRole('button').click();
}

const widthsOf = (page: Page) =>
  page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]');
const views: readonly ['light' | 'dark', number][] = [
  ['light', 1280],
  ['dark', 360],
];

describe('the agreement page', () => {
  it('can be signed with the keyboard alone', async () => {
    const { id, url } = await anAgreement();
    await withPage(browser, {}, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(url);
      await tabTo(page, 'Full name');
      await page.keyboard.type('Grace B. Hopper');
      await tabTo(page, 'I have read');
      await page.keyboard.press('Space');
      await tabTo(page, 'Sign the agreement');
      await page.keyboard.press('Enter');
      await heading(page, 'The agreement is signed');
      expect(complaints).toEqual([]);
    });
    expect(await stored(world, id)).toMatchObject({ agreement: { signerName: 'Grace B. Hopper' } });
  });

  it('works without JavaScript on a phone', async () => {
    const { id, url } = await anAgreement({ residencyType: 'limited_e_resident' });
    await withPage(
      browser,
      { javaScriptEnabled: false, viewport: { width: 360, height: 740 } },
      async (page) => {
        await page.goto(url);
        await page.getByRole('button').click();
        await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
        await sign(page);
        await heading(page, 'The agreement is signed');
      },
    );
    expect(await stored(world, id)).toMatchObject({ version: 2 });
  });

  it('redirects to the partner after the signature', async () => {
    const partner = createServer((_, response) => response.end('Welcome back'));
    await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an AddressInfo.
    const { port } = partner.address() as AddressInfo;
    const redirectUrl = `http://127.0.0.1:${port}/signed?state=1`;
    const { id: integrationId } = await created(world, '/partner_integrations', {
      name: 'Harbour Partners',
      redirectOrigins: [new URL(redirectUrl).origin],
    });
    const { url } = await anAgreement({ redirectUrl, integrationId });
    try {
      await withPage(browser, {}, async (page) => {
        await page.goto(url);
        await sign(page);
        await page.getByText('Welcome back').waitFor();
        expect(page.url()).toBe(redirectUrl);
        expect(await page.evaluate('document.referrer')).toBe('');
      });
    } finally {
      partner.closeAllConnections();
      await new Promise((resolve) => partner.close(resolve));
    }
  });

  it.each([320, 768])('does not scroll sideways at %i px, even with long names', async (width) => {
    const { url } = await anAgreement({
      applicant: { givenName: 'W'.repeat(100), surname: 'i'.repeat(100) },
    });
    await withPage(browser, { viewport: { width, height: 740 } }, async (page) => {
      await page.goto(url);
      expect(await widthsOf(page)).toEqual([width, width]);
    });
  });

  it.each(views)('has no barrier that axe finds, %s at %i px', async (colorScheme, width) => {
    const view = { colorScheme, width };
    const { url } = await anAgreement();
    expect(await violationsOf(browser, url, view)).toEqual([]);
    const send = (page: Page) => page.getByRole('button').click();
    expect(await violationsOf(browser, url, { ...view, prepare: send })).toEqual([]);
    const signed = async (page: Page) => {
      await sign(page);
      await heading(page, 'The agreement is signed');
    };
    expect(await violationsOf(browser, url, { ...view, prepare: signed })).toEqual([]);
  });
});

describe('the claim page', () => {
  it('accepts an objection, and signs no one in', async () => {
    const { url } = await aClaim();
    await withPage(browser, { javaScriptEnabled: false }, async (page) => {
      await page.goto(url);
      await page.getByRole('button', { name: 'I did not apply: reject it' }).click();
      await heading(page, 'You have objected');
      await page.goto(`${world.baseUrl}/portal`);
      await heading(page, 'Sign in');
      expect(new URL(page.url()).pathname).toBe('/portal/sign-in');
    });
  });

  it('opens the account with one key, and the portal shows the application’s status', async () => {
    const { email, url } = await aClaim();
    await withPage(browser, {}, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(url);
      await tabTo(page, 'Open my account');
      await page.keyboard.press('Enter');
      await page.getByText('The application for residency is being prepared').waitFor();
      expect(page.url()).toBe(`${world.baseUrl}/portal`);
      expect(await page.getByText(email).count()).toBeGreaterThan(0);
      await page.getByRole('link', { name: 'Read and sign the agreement' }).first().click();
      await heading(page, 'Sign the Agreement of Coexistence');
      expect(complaints).toEqual([]);
    });
  });

  it('works without JavaScript on a phone, and is invalid afterwards', async () => {
    const { url } = await aClaim();
    await withPage(
      browser,
      { javaScriptEnabled: false, viewport: { width: 320, height: 740 } },
      async (page) => {
        await page.goto(url);
        await page.getByRole('button', { name: 'Open my account' }).click();
        await page.getByText('The application for residency is being prepared').waitFor();
        expect(await widthsOf(page)).toEqual([320, 320]);
        await page.goto(url);
        await heading(page, 'This link is no longer valid');
        await page.getByRole('link', { name: 'Sign in' }).click();
        await heading(page, 'Sign in');
      },
    );
  });

  it.each(views)('has no barrier that axe finds, %s at %i px', async (colorScheme, width) => {
    const view = { colorScheme, width };
    const { url } = await aClaim();
    expect(await violationsOf(browser, url, view)).toEqual([]);
    const claim = async (page: Page) => {
      await page.getByRole('button', { name: 'Open my account' }).click();
      await page.getByText('The application for residency is being prepared').waitFor();
    };
    expect(await violationsOf(browser, url, { ...view, prepare: claim })).toEqual([]);
    expect(await violationsOf(browser, url, view)).toEqual([]);
  });
});

describe('the confirmation page for an account holder', () => {
  /** An account, and the link emailed to its holder about an application with their address. */
  async function aQuestion(applicant: ApplicationFields['applicant'] = {}) {
    const { email } = await aHolder(world);
    const fields = { applicant: { email, ...applicant } };
    const application = await aResidencyDraft(world, fields, { link: true });
    await world.settle();
    const mail = world.mails.findLast(({ to }) => to === email);
    const url = /http\S+\/portal\/residency-applications\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    return { email, url, id: application.id };
  }

  it('opens from the email after a sign-in, and confirms without JavaScript on a phone', async () => {
    const { email, url, id } = await aQuestion();
    await withPage(
      browser,
      { javaScriptEnabled: false, viewport: { width: 320, height: 740 } },
      async (page) => {
        const complaints = complaintsOf(page, world.baseUrl);
        await page.goto(url);
        await signInHere(page, world, email);
        await heading(page, 'Is this application yours?');
        expect(page.url()).toBe(url);
        expect(await widthsOf(page)).toEqual([320, 320]);
        await page.getByRole('button', { name: 'Confirm that it is mine' }).click();
        await page.getByText('You confirmed that this application is yours').waitFor();
        expect(complaints).toEqual([]);
      },
    );
    expect((await stored(world, id)).holderConfirmation).toMatchObject({ credentialEpoch: 0 });
  });

  it('accepts an objection with the keyboard alone', async () => {
    const { email, url, id } = await aQuestion();
    await withPage(browser, {}, async (page) => {
      await page.goto(url);
      await signInHere(page, world, email);
      await heading(page, 'Is this application yours?');
      await tabTo(page, 'Object to the application');
      await page.keyboard.press('Enter');
      await page.getByText('You have objected').waitFor();
    });
    expect(await stored(world, id)).toMatchObject({ statusId: 'Rejected' });
  });

  it.each(views)('has no barrier that axe finds, %s at %i px', async (colorScheme, width) => {
    const { email, url } = await aQuestion({
      givenName: 'W'.repeat(100),
      alternateNames: 'y'.repeat(300),
    });
    const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } };
    await withPage(browser, options, async (page) => {
      const { check, found } = walkOver(page, (name) => `holder-${name}-${colorScheme}`);
      await page.goto(url);
      await signInHere(page, world, email);
      await heading(page, 'Is this application yours?');
      await check('question');
      await page.getByRole('button', { name: 'Confirm that it is mine' }).click();
      await page.getByText('You confirmed that this application is yours').waitFor();
      await check('confirmed');
      await page.getByRole('button', { name: 'Object to the application' }).click();
      await page.getByText('You have objected').waitFor();
      await check('objected');
      expect(found).toEqual([]);
    });
  });
});
