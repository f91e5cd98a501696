import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aFiler,
  aSignedFiling,
  aSubmittedFiling,
  type Filer,
  freshName,
} from '../support/amendments.ts';
import { violationsOf, violationsOnPage } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { decide } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aResident, type Person } from '../support/registry.ts';
import { aReviewer } from '../support/reviewers.ts';
import { reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

let filer: Filer;
let grace: Person;

const world = await useWorld();
const browser = await useChromium();
beforeEach(async () => {
  world.clock.now += 3_600_000;
  filer = await aFiler(world, { name: `Harbour${'works'.repeat(12)} ${freshName()}` });
  grace = await aResident(world);
  await world.admin('PUT', `/legal_entities/${filer.entityId}/representatives/${grace.id}`);
});

const office = { line1: '7 Pier', city: 'Port Town', postalCode: '10300', country: 'HN' };
const changes = () => ({ name: freshName(), principalOfficeAddress: office });
const widths = (page: Page) =>
  page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]');
const views: readonly ['light' | 'dark', number][] = [
  ['light', 1280],
  ['dark', 360],
];

/** Returns the objection link in the newest email that has one. */
async function mailedLink(): Promise<string> {
  await world.settle();
  const texts = world.mails.filter(({ to }) => to === grace.email).map(({ text }) => text);
  return texts.map((text) => /http\S+\/objections\/\S+/.exec(text)?.[0]).findLast(Boolean) ?? '';
}

describe('the page on which a representative objects', () => {
  it('accepts the objection without JavaScript on a small phone', async () => {
    await aSignedFiling(world, filer, changes());
    const url = await mailedLink();
    const options = { viewport: { width: 320, height: 640 }, javaScriptEnabled: false };
    await withPage(browser, options, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(url);
      await page.getByText('7 Pier').waitFor();
      await page.getByLabel('What is wrong with the amendment').fill('We never\nagreed on this.');
      await page.getByRole('button', { name: 'Object' }).click();
      await page.getByRole('heading', { name: 'You have objected' }).waitFor();
      await page.getByText('We never agreed on this.').waitFor();
      expect(page.url()).toBe(url);
      expect(await page.getByRole('button').count()).toBe(0);
      expect(complaints).toEqual([]);
    });
  });

  it.each(views)('has no accessibility violations, %s at %i px', async (colorScheme, width) => {
    await aSignedFiling(world, filer, changes());
    const view = { colorScheme, width };
    const url = await mailedLink();
    expect(await violationsOf(browser, url, view)).toEqual([]);
    const object = async (page: Page) => {
      expect(await widths(page)).toEqual([width, width]);
      await page.getByRole('button', { name: 'Object' }).click();
      await page.getByRole('heading', { name: 'You have objected' }).waitFor();
      expect(await widths(page)).toEqual([width, width]);
    };
    expect(await violationsOf(browser, url, { ...view, prepare: object })).toEqual([]);
    const unknown = `${world.baseUrl}/objections/${'x'.repeat(43)}`;
    expect(await violationsOf(browser, unknown, view)).toEqual([]);
  });
});

describe('the review page of an amendment with objections', () => {
  it('shows the objection and accepts the answer, without accessibility violations', async () => {
    const { browser: reviewer } = await aReviewer(world);
    const id = await aSubmittedFiling(world, filer, changes());
    const url = await mailedLink();
    await withPage(browser, {}, async (page) => {
      await page.goto(url);
      await page.getByRole('button', { name: 'Object' }).click();
      await page.getByRole('heading', { name: 'You have objected' }).waitFor();
    });
    const review = await reviewOf(world, id);
    const cookies = [...reviewer.cookies].map(([name, value]) => ({
      name,
      value,
      url: world.baseUrl,
    }));
    const viewport = { width: 360, height: 800 };
    await withPage(browser, { bypassCSP: true, viewport }, async (page) => {
      await page.context().addCookies(cookies);
      await page.goto(`${world.baseUrl}/portal/reviews/${review.id}`);
      await page.getByRole('heading', { name: 'A representative objects' }).waitFor();
      expect(await violationsOnPage(page)).toEqual([]);
      await decide(page, 'Approve');
      await page.getByRole('link', { name: /Answer the objections/ }).click();
      await page.getByLabel('Answer to the objections').fill('The minutes show it.');
      await decide(page, 'Approve');
      await page.getByText('Approved:').waitFor();
      expect(await widths(page)).toEqual([360, 360]);
    });
  });
});
