/**
 * Runs pieces of work side by side, as many as `limit` at a time; the others wait, first come, first served.
 *
 * The result of each is its own: one that fails makes room for the next.
 */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running === limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next in line takes this place over; it is never free for others.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
