import type { Page, PageBounds } from './page.ts';

/** How many places a page looks at before it ends early, where few of them are what is wanted. */
const mostLookedAt = 1000;

/** Something on a list, with its sort key there. */
export interface ListedThing<T> {
  readonly place: string;
  readonly thing: T;
}

/**
 * A page of those things of a list that `isWanted` takes, where there is no list of them alone.
 *
 * After a thousand places a page ends although it is not full, and its cursor goes on behind the last one looked at: a caller
 * turns pages until there is no cursor.
 */
export async function readChosen<T>(
  { limit, after }: Omit<PageBounds, 'keep'>,
  read: (request: Omit<PageBounds, 'keep'>) => Promise<Page<ListedThing<T>>>,
  isWanted: (thing: T) => boolean,
): Promise<Page<T>> {
  const chosen: ListedThing<T>[] = [];
  let from = after;
  for (let looked = 0, size = limit; looked < mostLookedAt; size = Math.min(100, size * 2)) {
    const { items, next } = await read({ limit: size, after: from });
    for (const item of items) {
      if (!isWanted(item.thing)) continue;
      if (chosen.length === limit) return cut(chosen, chosen.at(-1)?.place ?? null);
      chosen.push(item);
    }
    if (next === null) return cut(chosen, null);
    looked += items.length;
    from = next;
  }
  return cut(chosen, from ?? null);
}

function cut<T>(chosen: readonly ListedThing<T>[], next: string | null): Page<T> {
  return { items: chosen.map(({ thing }) => thing), next };
}
