import type { Context } from 'aws-lambda';
import { root } from '../../shared/kernel/deps/root.ts';
import { type PaymentDeps, paymentDeps } from '../../shared/payments/payment-deps.ts';
import { askProviders, type Questions } from '../../shared/service/usecases/ask-providers.ts';
import { inTime } from '../../shared/web/in-time.ts';

/**
 * Called by the clock: asks payment providers what became of payments that they have not reported. What it is called
 * with does not matter.
 */
async function run(deps: PaymentDeps): Promise<Questions> {
  try {
    return await askProviders(deps);
  } catch (error) {
    deps.log.error('payment providers could not be asked', {}, error);
    throw error;
  }
}

const deps = root(paymentDeps);

export const handler = (_event: unknown, context?: Context): Promise<Questions> =>
  inTime(context, () => run(deps()));
