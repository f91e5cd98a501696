import { lambdaContext } from './engines/lambda-context.ts';
import { onTheClock } from './on-the-clock.ts';

/** Notifies residents before their residency ends; each day of a moved clock has its own run. */
export function startTerms(): { stop(): void } {
  return onTheClock({
    every: 3_600_000,
    ofDays: true,
    failure: 'expiry notices could not be sent',
    work: announceEnds,
  });
}

async function announceEnds(): Promise<object> {
  const { handler } = await import('../functions/terms/announce-ends.ts');
  return handler({}, lambdaContext('terms-announce-ends', 900));
}
