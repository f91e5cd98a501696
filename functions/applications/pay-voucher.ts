import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { effectOf, idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { payApplicationVoucher } from '../../shared/routes/applications.ts';
import { payApplication } from '../../shared/usecases/pay-application.ts';
import { presentPayment } from '../../shared/usecases/present-payment.ts';

const run: Run<typeof payApplicationVoucher, ServiceDeps> = async (request, deps) => {
  const { params, body, caller } = request;
  const { code } = body;
  const effect = effectOf(request, payApplicationVoucher, body);
  const paid = await payApplication(
    { applicationId: params.id, code, noun: 'Voucher', caller, effect },
    deps,
  );
  return presentPayment(paid);
};

export const handler = idempotentEndpoint(payApplicationVoucher, run, serviceDeps);
