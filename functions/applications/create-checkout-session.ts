import {
  ownApplication,
  refuseAgentCheckout,
} from '../../shared/incorporation/usecases/pay-application.ts';
import { Id } from '../../shared/kernel/contracts/text.ts';
import { type PaymentDeps, paymentDeps } from '../../shared/payments/deps/payment-deps.ts';
import { createCheckoutSession as route } from '../../shared/payments/routes/checkout-routes.ts';
import { startCheckout } from '../../shared/payments/usecases/checkout.ts';
import type { Screen } from '../../shared/web/http/endpoint.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const screen: Screen<PaymentDeps> = ({ caller, path }, deps) => {
  const id = Id.safeParse(path['id']);
  return refuseAgentCheckout(caller, id.success ? id.data : null, deps);
};

const run: Run<typeof route, PaymentDeps> = async ({ params, body, caller }, deps) => {
  const application = ownApplication(params.id, caller, deps);
  const type = 'legal_entity_application';
  return startCheckout(type, application, body, deps);
};

export const rows: readonly Operation<PaymentDeps>[] = [
  operation(route, run, storedAnswers({ screen })),
];

export const handler = operations(rows, paymentDeps);
