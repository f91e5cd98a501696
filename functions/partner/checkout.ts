import { type PaymentDeps, paymentDeps } from '../../shared/payments/deps/payment-deps.ts';
import { startCheckout } from '../../shared/payments/usecases/checkout.ts';
import { createPartnerResidencyApplicationCheckoutSession as route } from '../../shared/residency/routes/partner-payments.ts';
import { ownResidencyApplication } from '../../shared/residency/usecases/pay-residency.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<PaymentDeps>[] = [
  operation(
    route,
    async ({ params, body, caller }, deps: PaymentDeps) => {
      const application = ownResidencyApplication(params.id, caller, deps, body.redirectUrl);
      const type = 'residency_application';
      return startCheckout(type, application, body, deps);
    },
    storedAnswers(),
  ),
];

export const handler = operations(rows, paymentDeps);
