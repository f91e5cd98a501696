import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { operatorOf } from '../support/admin.ts';
import { type Hand, type HandWork, handOn } from '../support/browser/hand.ts';
import { heading, signInHere } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { confirmIn } from '../support/holders.ts';
import { aWaitingCase, caseTypes, type WaitingCase } from '../support/questions.ts';
import { aStaffMember } from '../support/staff.ts';
import { useWorld } from '../support/use-world.ts';

/**
 * A new reviewer works through a queue using only what the pages offer: the next case, a claim, a
 * question, a decision. The walk counts user actions and estimates their time with the keystroke-level model (Card, Moran and
 * Newell 1980). `CASES=50` walks through 50 cases and prints the figures. Without it, the run takes ten mixed cases.
 */
const world = await useWorld();
const browser = await useChromium();

const acts = ['approve', 'reject', 'ask', 'claim', 'approve'] as const;
type Act = (typeof acts)[number];
const count = Number(process.env['CASES'] ?? 10);

/** Words a minute in silent reading (Brysbaert 2019). */
const readingSpeed = 238;

interface Handled extends HandWork {
  readonly type: string;
  readonly act: Act;
  pages: number;
  /** Time that the machine took, in milliseconds. */
  waited: number;
  /** On the page of the case, including its forms. */
  words: number;
}

const hand: Hand = { typing: false };

/** A simulated reviewer that records its actions. */
function reviewerOn(page: Page, noted: Handled) {
  return {
    ...handOn(page, noted, hand),
    /** Waits for the next page. */
    arrive: async (next: Locator) => {
      const before = performance.now();
      await next.first().waitFor();
      noted.waited += performance.now() - before;
      noted.pages += 1;
    },
  };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const assigned = (page: Page) => page.getByText('Assigned to you');
const question = (page: Page, decision: 'Approve' | 'Reject') =>
  page.getByRole('heading', { name: `${decision} this case?` });
/** The next page's statement about the case. */
const done = (page: Page) =>
  page.getByRole('heading', { name: /^(Approved|Rejected|Question sent): / });

/** The action on the open case, with the mouse alone. */
async function point(page: Page, noted: Handled): Promise<void> {
  const { click, arrive } = reviewerOn(page, noted);
  const choose = async (choice: string, label: string) => {
    await click(page.locator('.decide summary', { hasText: choice }));
    const texts = page.getByLabel(label);
    await click(texts);
    await texts.selectOption({ index: 1 });
  };
  if (noted.act === 'claim') {
    await click(button(page, 'Assign to me'));
    await arrive(assigned(page));
  }
  if (noted.act === 'ask') {
    await choose('Ask the applicant', 'Ready question');
    await click(button(page, 'Send question'));
  } else {
    const decision = noted.act === 'reject' ? 'Reject' : 'Approve';
    if (decision === 'Reject') await choose('Reject', 'Ready reason');
    await click(button(page, decision));
    await arrive(question(page, decision));
    await click(button(page, `Yes, ${decision.toLowerCase()}`));
  }
  await arrive(done(page));
}

/** The same with the keyboard alone. */
async function type(page: Page, noted: Handled): Promise<void> {
  const { press, arrive } = reviewerOn(page, noted);
  if (noted.act === 'claim') {
    await press('m');
    await arrive(assigned(page));
  }
  if (noted.act === 'ask') {
    // The letter chooses the text that begins with it.
    for (const keys of ['q', 'a', 'Control+Enter']) await press(keys);
  } else {
    const decision = noted.act === 'reject' ? 'Reject' : 'Approve';
    const keys = decision === 'Reject' ? ['r', 'a', 'Control+Enter'] : ['a', 'Enter'];
    for (const each of keys) await press(each);
    await arrive(question(page, decision));
    await press('y');
  }
  await arrive(done(page));
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
  const sum = handled.reduce((all, { hand }) => all + hand, 0);
  return ['', ...lines, `Ten cases: ${((sum / handled.length) * 10).toFixed(1)} s`, ''].join('\n');
}

/**
 * Seconds of hand time for ten cases: with the mouse each step is read and pointed at, with the
 * keyboard it is one key.
 */
it.each([
  ['the mouse, without JavaScript', point, 80],
  ['the keyboard', type, 60],
] as const)(
  'the review pages lead a new reviewer from case to case with %s, ten in so many seconds',
  async (_, handle, limit) => {
    const reviewer = await aStaffMember(world, ['reviewer']);
    const made: WaitingCase[] = [];
    for (let index = 0; index < count; index += 1) {
      world.clock.now += 1_000;
      made.push(await aWaitingCase(world, caseTypes[index % caseTypes.length]));
    }
    // Without the account holder's confirmation, an approval of their application returns to the
    // queue.
    for (const each of made.filter(({ type: product }) => product === 'residency_application')) {
      await confirmIn(await each.browser(), each);
    }
    const text = { en: 'The address is incomplete.', es: 'La dirección está incompleta.' };
    const rejections = [{ label: 'Address', text, reasonCode: 'other' }];
    const questions = [{ label: 'Address', text }];
    for (const each of caseTypes) {
      Object.assign(world.deps.reviewTexts, { [each]: { rejections, questions } });
    }
    const handled: Handled[] = [];
    hand.typing = false;
    const screen = { javaScriptEnabled: handle === type, viewport: { width: 1280, height: 800 } };
    await withPage(browser, screen, async (page) => {
      await page.goto(`${world.baseUrl}/portal/reviews`);
      await signInHere(page, world, reviewer.email);
      await heading(page, 'Reviews');
      await page.locator('main tbody a').first().click();
      for (const [place, { type: product, reviewId }] of made.entries()) {
        await page.getByRole('heading', { name: 'Decision' }).waitFor();
        // The oldest first, each immediately after the previous one.
        expect([place, page.url()].join(' ')).toContain(
          `${place} ${world.baseUrl}/portal/reviews/${reviewId}`,
        );
        world.clock.now += 30_000;
        const act = acts[place % acts.length] ?? 'approve';
        if (place < caseTypes.length) await picture(page, `${place + 1}-${product}`);
        // A decision requires no scrolling.
        const approve = await button(page, 'Approve').boundingBox();
        expect((approve?.y ?? 800) + (approve?.height ?? 0)).toBeLessThan(800);
        const shown = await page.evaluate<string>("document.querySelector('main').innerText");
        const words = shown.split(/\s+/).length;
        const noted = {
          type: product,
          act,
          pages: 0,
          clicks: 0,
          keys: 0,
          hand: 0,
          waited: 0,
          words,
        };
        await handle(page, noted);
        handled.push(noted);
        if (place < 2 * caseTypes.length)
          await picture(page, `${place + 1}-after-${product}-${act}`);
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
    expect(Math.max(...handled.map(({ pages }) => pages))).toBeLessThanOrEqual(3);
    const seconds = handled.reduce((sum, { hand }) => sum + hand, 0);
    expect((seconds / count) * 10).toBeLessThan(limit);
  },
  20 * 60_000,
);
