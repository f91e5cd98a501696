import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { operatorOf } from '../support/admin.ts';
import { heading, signInHere } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aWaitingCase, caseTypes } from '../support/questions.ts';
import { aStaffMember } from '../support/staff.ts';
import { useWorld } from '../support/use-world.ts';

/**
 * A new reviewer works through a queue using only what the pages offer: the next case, a claim, a
 * question, a decision. The walk counts user actions and estimates their time with the keystroke-level model (Card, Moran and
 * Newell 1980). `CASES=50` walks through 50 cases and prints the figures. Without it, the run takes one of each type and act.
 */
const world = await useWorld();
const browser = await useChromium();

const acts = ['approve', 'reject', 'ask', 'claim', 'approve'] as const;
type Act = (typeof acts)[number];
const count = Number(process.env['CASES'] ?? caseTypes.length * 2);

/** Seconds of the keystroke-level model: a key, pointing, a press and a release of the button, hand to the mouse or back, a thought. */
const klm = { key: 0.28, point: 1.1, button: 0.2, home: 0.4, mental: 1.35 };
/** Words a minute in silent reading (Brysbaert 2019). */
const readingSpeed = 238;

interface Handled {
  readonly type: string;
  readonly act: Act;
  pages: number;
  clicks: number;
  keys: number;
  /** Estimate of the model in seconds, without reading. */
  hand: number;
  /** Time that the machine took, in milliseconds. */
  waited: number;
  /** On the page of the case, including its forms. */
  words: number;
}

/** A simulated user that records its actions. */
function handOn(noted: Handled) {
  let typing = false;
  const change = (to: boolean) => {
    if (typing !== to) noted.hand += klm.home;
    typing = to;
  };
  const click = async (where: Locator) => {
    change(false);
    noted.clicks += 1;
    noted.hand += klm.mental + klm.point + klm.button;
    await where.click();
  };
  return {
    click,
    /** Clicks and waits for the next page. */
    goOn: async (where: Locator, next: Locator) => {
      const before = performance.now();
      await click(where);
      await next.first().waitFor();
      noted.waited += performance.now() - before;
      noted.pages += 1;
    },
    type: async (where: Locator, text: string) => {
      await click(where);
      change(true);
      noted.keys += text.length;
      noted.hand += klm.key * text.length;
      await where.pressSequentially(text);
    },
  };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The action on the open case. */
async function handle(page: Page, noted: Handled): Promise<void> {
  const hand = handOn(noted);
  const next = page.getByRole('link', { name: /^Next case: / });
  const done = page.getByRole('heading', { name: /^(Approved|Rejected): / });
  if (noted.act === 'ask') {
    await hand.click(page.locator('.decide summary', { hasText: 'Ask the applicant' }));
    const question = page.getByLabel('Question to the applicant');
    await hand.type(question, 'Which door is it, please?');
    const on = page.getByRole('link', { name: 'Continue with the next case' });
    await hand.goOn(button(page, 'Send question'), on);
    await hand.goOn(on, page.getByRole('heading', { name: 'Reviews', level: 1 }));
  } else {
    if (noted.act === 'claim') {
      await hand.goOn(button(page, 'Assign to me'), page.getByText('Assigned to you'));
    }
    if (noted.act === 'reject') {
      await hand.click(page.locator('.decide summary', { hasText: 'Reject' }));
      const reason = page.getByLabel('Ready reason');
      await hand.click(reason);
      await reason.selectOption({ index: 1 });
    }
    const [decision, yes] =
      noted.act === 'reject' ? ['Reject', 'Yes, reject'] : ['Approve', 'Yes, approve'];
    await hand.goOn(button(page, decision), button(page, yes));
    await hand.goOn(button(page, yes), done);
  }
  if (await next.isVisible()) {
    await hand.goOn(next, page.getByRole('heading', { name: 'Decision' }));
  }
}

/** Saves a screenshot of the page if SCREENSHOTS names a directory. */
async function picture(page: Page, name: string): Promise<void> {
  const directory = process.env['SCREENSHOTS'];
  if (directory !== undefined) {
    await page.screenshot({ path: `${directory}/walk-${name}.png`, fullPage: true });
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Formats a line for each act, with medians and the longest estimate. */
function figuresOf(handled: readonly Handled[]): string {
  const lines = [...new Set(acts)].map((act) => {
    const some = handled.filter((each) => each.act === act);
    const of = (field: 'pages' | 'clicks' | 'keys' | 'hand' | 'waited' | 'words') =>
      middle(some.map((each) => each[field]));
    const longest = Math.max(...some.map(({ hand }) => hand));
    const reading = (of('words') / readingSpeed) * 60;
    return `| ${act} | ${some.length} | ${of('pages')} | ${of('clicks')} | ${of('keys')} | ${of('hand').toFixed(1)} s | ${longest.toFixed(1)} s | ${Math.round(of('waited'))} ms | ${of('words')} | ${reading.toFixed(0)} s |`;
  });
  return ['', ...lines, ''].join('\n');
}

it(
  'the review pages lead a new reviewer from case to case without a list or a search',
  async () => {
    const reviewer = await aStaffMember(world, ['reviewer']);
    const made: { readonly type: string; readonly reviewId: string }[] = [];
    for (let place = 0; place < count; place += 1) {
      world.clock.now += 1_000;
      made.push(await aWaitingCase(world, caseTypes[place % caseTypes.length]));
    }
    const text = { en: 'The address is incomplete.', es: 'La dirección está incompleta.' };
    const rejections = [{ label: 'Address', text, reasonCode: 'other' }];
    for (const type of caseTypes) Object.assign(world.deps.reviewTexts, { [type]: { rejections } });
    const handled: Handled[] = [];
    const screen = { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } };
    await withPage(browser, screen, async (page) => {
      await page.goto(`${world.baseUrl}/portal/reviews`);
      await signInHere(page, world, reviewer.email);
      await heading(page, 'Reviews');
      await page.locator('main table a').first().click();
      for (const [place, { type, reviewId }] of made.entries()) {
        // The oldest first.
        expect(page.url()).toContain(reviewId);
        world.clock.now += 30_000;
        const act = acts[place % acts.length] ?? 'approve';
        if (place < caseTypes.length) await picture(page, `${place + 1}-${type}`);
        // A decision requires no scrolling.
        const approve = await button(page, 'Approve').boundingBox();
        expect((approve?.y ?? 800) + (approve?.height ?? 0)).toBeLessThan(800);
        const shown = await page.evaluate<string>("document.querySelector('main').innerText");
        const words = shown.split(/\s+/).length;
        const noted = { type, act, pages: 0, clicks: 0, keys: 0, hand: 0, waited: 0, words };
        await handle(page, noted);
        handled.push(noted);
        if (place < 2 * caseTypes.length) await picture(page, `${place + 1}-after-${type}-${act}`);
      }
      await page.getByText('No cases are waiting for a decision.').waitFor();
    });
    const operator = operatorOf(world);
    for (const [place, { reviewId }] of made.entries()) {
      const { status } = Object(await operator.data('GET', `/reviews/${reviewId}`));
      const act = acts[place % acts.length];
      const expected = {
        approve: 'approved',
        claim: 'approved',
        reject: 'rejected',
        ask: 'pending',
      };
      expect(status).toBe(act && expected[act]);
    }
    if (process.env['CASES'] !== undefined) process.stdout.write(figuresOf(handled));
    expect(Math.max(...handled.map(({ pages }) => pages))).toBeLessThanOrEqual(4);
    expect(Math.max(...handled.map(({ hand }) => hand))).toBeLessThan(30);
  },
  20 * 60_000,
);
