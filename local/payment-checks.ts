import { lambdaContext } from './engines/lambda-context.ts';
import { report } from './pump.ts';

/** As often as in AWS, in milliseconds. */
const interval = 300_000;

/** What EventBridge does: has the payment providers asked what became of payments. */
export function startPaymentChecks(): { stop(): void } {
  let isStopped = false;
  const timer = setInterval(() => {
    askProvidersNow().catch((error: unknown) => {
      // The engines are gone: what is due is asked after the next start.
      if (!isStopped) report('payment providers could not be asked', error);
    });
  }, interval);
  timer.unref();
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** The same now. */
export async function askProvidersNow() {
  const { handler } = await import('../functions/payments/ask-providers.ts');
  return handler({}, lambdaContext('ask-providers', 900));
}
