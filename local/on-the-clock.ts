export interface ClockWork {
  /** Milliseconds between two calls. */
  readonly every: number;
  /** Whether it also runs at the start. */
  readonly atOnce?: boolean;
  /** Whether each day's work must run on that day, or soon after. */
  readonly ofDays?: boolean;
  /** The beginning of the console's message for a failure. */
  readonly failure: string;
  readonly work: () => Promise<unknown>;
}

const works = new Map<() => Promise<unknown>, Pick<ClockWork, 'ofDays'>>();

/** Runs the scheduled work of each day once, or all scheduled work. */
export async function catchUp(what: 'ofDays' | 'all'): Promise<void> {
  for (const [call, { ofDays = false }] of works) if (what === 'all' || ofDays) await call();
}

/** Replaces EventBridge: runs work regularly. Unfinished work is done after the next start. */
export function onTheClock({ every, atOnce = false, ofDays = false, failure, work }: ClockWork): {
  stop(): void;
} {
  let isStopped = false;
  const call = () =>
    work().catch((error: unknown) => {
      // The engines have stopped.
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
