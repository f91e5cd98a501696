import { payApplicationCoupon } from '../../shared/incorporation/routes/applications.ts';
import { payApplication } from '../../shared/incorporation/usecases/pay-application.ts';
import { presentPayment } from '../../shared/incorporation/usecases/present-payment.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { idempotentOperation } from '../../shared/web/idempotency.ts';
import { type Operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof payApplicationCoupon, ServiceDeps> = async (request, deps) => {
  const { params, body, caller, effect } = request;
  const { code } = body;
  const payment = { code, voucherWord: 'Coupon', effect } as const;
  const paid = await payApplication(params.id, caller, payment, deps);
  return presentPayment(paid, deps);
};

export const rows: readonly Operation<ServiceDeps>[] = [
  idempotentOperation(payApplicationCoupon, run),
];

export const handler = operations(rows, serviceDeps);
