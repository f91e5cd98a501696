import { type PaymentProviderName, paymentProviders } from '../domain/payment.ts';
import type { PaymentDeps } from '../payment-deps.ts';

/** With whom one can pay online in this deployment. */
export function openProviders({ payments }: Pick<PaymentDeps, 'payments'>): PaymentProviderName[] {
  return paymentProviders.filter((name) => payments.provider(name) !== null);
}
