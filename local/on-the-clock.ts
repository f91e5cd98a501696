export interface ClockWork {
  /** Milliseconds from one call to the next. */
  readonly every: number;
  /** Whether it is called at the start as well. */
  readonly atOnce?: boolean;
  /** Whether each day has work of its own, which is done on that day or soon after. */
  readonly ofDays?: boolean;
  /** The console's message for a failure, without its end. */
  readonly failure: string;
  readonly work: () => Promise<unknown>;
}

const works = new Map<() => Promise<unknown>, Pick<ClockWork, 'ofDays'>>();

/** Has done once what the clock does for each day by itself, or all that it does. */
export async function catchUp(what: 'ofDays' | 'all'): Promise<void> {
  for (const [call, { ofDays = false }] of works) if (what === 'all' || ofDays) await call();
}

/** Stands in for EventBridge: runs work again and again. Unfinished work is done after the next start. */
export function onTheClock({ every, atOnce = false, ofDays = false, failure, work }: ClockWork): {
  stop(): void;
} {
  let isStopped = false;
  const call = () =>
    work().catch((error: unknown) => {
      // The engines are gone.
      if (isStopped) return;
      const name = error instanceof Error ? error.name : 'unknown error';
      process.stderr.write(`${failure}: ${name}\n`);
    });
  works.set(call, { ofDays });
  const timer = setInterval(() => void call(), every);
  timer.unref();
  if (atOnce) void call();
  return {
    stop: () => {
      isStopped = true;
      works.delete(call);
      clearInterval(timer);
    },
  };
}
