export interface ClockWork {
  /** Milliseconds from one call to the next. */
  readonly every: number;
  /** Whether it is called at the start, too. */
  readonly atOnce?: boolean;
  /** What the console says when it fails, without an end. */
  readonly failure: string;
  readonly work: () => Promise<unknown>;
}

/** What EventBridge does: has work done again and again. What is not done is done after the next start. */
export function onTheClock({ every, atOnce = false, failure, work }: ClockWork): { stop(): void } {
  let isStopped = false;
  const call = () => {
    work().catch((error: unknown) => {
      // The engines are gone.
      if (isStopped) return;
      const name = error instanceof Error ? error.name : 'unknown error';
      process.stderr.write(`${failure}: ${name}\n`);
    });
  };
  const timer = setInterval(call, every);
  timer.unref();
  if (atOnce) call();
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
