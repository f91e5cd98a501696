import { payApplicationVoucher } from '../../shared/incorporation/routes/applications.ts';
import { payApplication } from '../../shared/incorporation/usecases/pay-application.ts';
import { presentPayment } from '../../shared/incorporation/usecases/present-payment.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { effectOf, idempotentEndpoint } from '../../shared/web/idempotency.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof payApplicationVoucher, ServiceDeps> = async (request, deps) => {
  const { params, body, caller } = request;
  const { code } = body;
  const effect = effectOf(request, payApplicationVoucher, body);
  const payment = { code, noun: 'Voucher', effect } as const;
  const paid = await payApplication(params.id, caller, payment, deps);
  return presentPayment(paid);
};

export const handler = idempotentEndpoint(payApplicationVoucher, run, serviceDeps);
