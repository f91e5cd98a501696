import type { Page } from 'playwright-core';

/** Elements of the page whose content overflows, so that a part of it is hidden. */
export function clippedIn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('main *')]
      .filter((element) => !element.closest('.unseen, svg, input, textarea'))
      .filter((element) => getComputedStyle(element).overflow !== 'visible')
      .filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
        scrollHeight > clientHeight || scrollWidth > clientWidth)
      .map(({ tagName, className }) => tagName + '.' + className)`);
}
