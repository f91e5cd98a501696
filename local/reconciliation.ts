import { lambdaContext } from './engines/lambda-context.ts';
import { onTheClock } from './on-the-clock.ts';

/** Compares keys with API Gateway, immediately and as often as on AWS. */
export function startReconciliation(): { stop(): void } {
  return onTheClock({
    every: 300_000,
    atOnce: true,
    failure: 'gateway keys could not be compared',
    work: async () => {
      const { handler } = await import('../functions/gateway/reconcile.ts');
      await handler({}, lambdaContext('gateway-reconcile', 900));
    },
  });
}
