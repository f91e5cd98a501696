import { onTheClock } from './on-the-clock.ts';

/** Measures waiting reviews as often as in AWS; the result is logged at the level INFO. */
export function startMeasuring(): { stop(): void } {
  return onTheClock({
    every: 900_000,
    failure: 'measuring the reviews failed',
    work: measureNow,
  });
}

/** The same now. */
export async function measureNow() {
  const { handler } = await import('../functions/metrics/measure-reviews.ts');
  return handler(undefined);
}
