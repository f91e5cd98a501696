import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { effectOf, idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { payApplicationCoupon } from '../../shared/routes/applications.ts';
import { payApplication } from '../../shared/usecases/pay-application.ts';
import { presentPayment } from '../../shared/usecases/present-payment.ts';

const run: Run<typeof payApplicationCoupon, ServiceDeps> = async (request, deps) => {
  const { params, body, caller } = request;
  const { code } = body;
  const effect = effectOf(request, payApplicationCoupon, body);
  const paid = await payApplication(
    { applicationId: params.id, code, noun: 'Coupon', caller, effect },
    deps,
  );
  return presentPayment(paid);
};

export const handler = idempotentEndpoint(payApplicationCoupon, run, serviceDeps);
