import { lambdaContext } from './engines/lambda-context.ts';
import { onTheClock } from './on-the-clock.ts';

/** Asks payment providers about open payments as often as in AWS. */
export function startPaymentChecks(): { stop(): void } {
  return onTheClock({
    every: 300_000,
    ofDays: true,
    failure: 'payment providers could not be asked',
    work: askProvidersNow,
  });
}

/** The same now. */
export async function askProvidersNow() {
  const { handler } = await import('../functions/payments/ask-providers.ts');
  return handler({}, lambdaContext('ask-providers', 900));
}
