import { type PaymentDeps, paymentDeps } from '../../shared/payments/payment-deps.ts';
import { openResidencyCheckout as route } from '../../shared/residency/routes/partner-payments.ts';
import { openResidencyCheckout } from '../../shared/residency/usecases/open-residency-checkout.ts';
import { idempotentOperation } from '../../shared/web/idempotency.ts';
import { operations } from '../../shared/web/operations.ts';

const rows = [
  idempotentOperation(route, async ({ params, body, caller }, deps: PaymentDeps) => {
    const { url, invoiceId } = await openResidencyCheckout(params.id, body, caller, deps);
    return { data: { url }, invoiceId };
  }),
];

export const handler = operations(rows, paymentDeps);
