import type { PaymentDeps } from '../deps/payment-deps.ts';
import { type PaymentProviderName, paymentProviders } from '../domain/payment.ts';

/** With whom one can pay online in this deployment. */
export function openProviders({ payments }: Pick<PaymentDeps, 'payments'>): PaymentProviderName[] {
  return paymentProviders.filter((name) => payments.provider(name) !== null);
}
