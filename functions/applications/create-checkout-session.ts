import { Id } from '../../shared/contracts/text.ts';
import { type PaymentDeps, paymentDeps } from '../../shared/deps/payments.ts';
import type { Screen } from '../../shared/http/endpoint.ts';
import { idempotentEndpoint } from '../../shared/http/idempotency.ts';
import { type Operation, operations } from '../../shared/http/operations.ts';
import type { Run } from '../../shared/http/request.ts';
import { createCheckoutSession as route } from '../../shared/routes/checkout.ts';
import { openCheckout } from '../../shared/usecases/open-checkout.ts';
import { refuseAgentCheckout } from '../../shared/usecases/refuse-agent-checkout.ts';

const screen: Screen<PaymentDeps> = ({ caller, path }, deps) => {
  const id = Id.safeParse(path['id']);
  return refuseAgentCheckout(caller, id.success ? id.data : null, deps);
};

const run: Run<typeof route, PaymentDeps> = async ({ params, body, caller }, deps) => {
  const { url, invoiceId } = await openCheckout(params.id, body, caller, deps);
  return { data: { url }, invoiceId };
};

const rows: readonly Operation<PaymentDeps>[] = [
  { route, handler: (deps) => idempotentEndpoint(route, run, deps, { screen }) },
];

export const handler = operations(rows, paymentDeps);
