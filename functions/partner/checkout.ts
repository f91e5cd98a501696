import { type PaymentDeps, paymentDeps } from '../../shared/deps/payments.ts';
import { idempotentOperation } from '../../shared/http/idempotency.ts';
import { operations } from '../../shared/http/operations.ts';
import { openResidencyCheckout as route } from '../../shared/routes/partner-payments.ts';
import { openResidencyCheckout } from '../../shared/usecases/open-residency-checkout.ts';

const rows = [
  idempotentOperation(route, async ({ params, body, caller }, deps: PaymentDeps) => {
    const { url, invoiceId } = await openResidencyCheckout(params.id, body, caller, deps);
    return { data: { url }, invoiceId };
  }),
];

export const handler = operations(rows, paymentDeps);
