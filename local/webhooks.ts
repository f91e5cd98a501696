import { lambdaContext } from './engines/lambda-context.ts';
import { onTheClock } from './on-the-clock.ts';

/** Sends due webhooks as often as in AWS. */
export function startWebhooks(): { stop(): void } {
  return onTheClock({
    every: 60_000,
    atOnce: true,
    failure: 'due webhooks could not be read',
    work: async () => {
      const { handler } = await import('../functions/outbox/wake-webhooks.ts');
      return handler({}, lambdaContext('outbox-wake-webhooks', 60));
    },
  });
}
