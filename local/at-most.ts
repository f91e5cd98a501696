/**
 * Runs work in parallel, at most `limit` at a time; the rest waits in order.
 *
 * Each result is independent: a failure makes room for the next.
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
      // The next waiting task takes over this slot directly, so no other can take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
