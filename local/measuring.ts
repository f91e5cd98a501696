/** As often as in AWS, in milliseconds. */
const interval = 900_000;

/** What the clock has measured in AWS, by the same function; the log has it at the level INFO. */
export function startMeasuring(): { stop(): void } {
  const timer = setInterval(() => {
    measureNow().catch((error: unknown) => {
      const name = error instanceof Error ? error.name : 'unknown error';
      process.stderr.write(`measuring the reviews failed: ${name}\n`);
    });
  }, interval);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** The same now. */
export async function measureNow() {
  const { handler } = await import('../functions/metrics/measure-reviews.ts');
  return handler(undefined);
}
