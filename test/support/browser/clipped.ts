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

/** Words in the page's tables that are torn into two lines. */
export function tornWordsIn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('table')].filter((table) => table.checkVisibility()).flatMap((table) => {
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      const torn = [];
      while (texts.nextNode()) {
        const { currentNode } = texts;
        for (const { 0: word, index } of currentNode.data.matchAll(/[^\\s._-]+/g)) {
          const range = document.createRange();
          range.setStart(currentNode, index);
          range.setEnd(currentNode, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) torn.push(word);
        }
      }
      return torn;
    })`);
}

/** The names of selects that are too narrow to show their longest choice. */
export function cutSelectsIn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('.filters select')].filter((select) => {
      const { offsetWidth, parentElement } = select;
      const copy = select.cloneNode(true);
      copy.style.cssText = 'position:absolute;width:max-content;max-width:none';
      parentElement.append(copy);
      const natural = copy.offsetWidth;
      copy.remove();
      return offsetWidth < Math.min(natural, select.form.clientWidth);
    }).map(({ name }) => name)`);
}
