import type { Locator, Page } from 'playwright-core';

/** Seconds of the keystroke-level model (Card, Moran and Newell 1980): a key, pointing, a press and a release of the button, hand to the mouse or back, a thought. */
const klm = { key: 0.28, point: 1.1, button: 0.2, home: 0.4, mental: 1.35 };

/** What a simulated user did. */
export interface HandWork {
  clicks: number;
  keys: number;
  /** The model's estimate in seconds, without reading. */
  hand: number;
}

/** Where the hand is: it stays there from page to page. */
export interface Hand {
  typing: boolean;
}

/** A simulated user that records its actions. */
export function handOn(page: Page, noted: HandWork, hand: Hand) {
  const change = (typing: boolean) => {
    if (hand.typing !== typing) noted.hand += klm.home;
    hand.typing = typing;
  };
  return {
    click: async (where: Locator) => {
      change(false);
      noted.clicks += 1;
      noted.hand += klm.mental + klm.point + klm.button;
      await where.click();
    },
    /** A key, or several pressed together. */
    press: async (keys: string) => {
      const count = keys.split('+').length;
      change(true);
      noted.keys += count;
      noted.hand += klm.mental + klm.key * count;
      await page.keyboard.press(keys);
    },
    /** Types a text into the focused field: one thought, then a key for each character. */
    type: async (text: string) => {
      change(true);
      noted.keys += text.length;
      noted.hand += klm.mental + klm.key * text.length;
      await page.keyboard.type(text);
    },
  };
}
