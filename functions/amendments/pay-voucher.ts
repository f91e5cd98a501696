import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { effectOf, idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { payAmendmentVoucher as route } from '../../shared/routes/amendments.ts';
import { payAmendment } from '../../shared/usecases/pay-amendment.ts';
import { presentOneAmendment } from '../../shared/usecases/present-amendments.ts';

export const run: Run<typeof route, ServiceDeps> = async (request, deps) => {
  const { params, body, caller } = request;
  const { id: entityId, filingId } = params;
  const payment = { code: body.voucherCode, caller, effect: effectOf(request, route, body) };
  const amendment = await payAmendment({ entityId, filingId }, payment, deps);
  return { success: true, data: await presentOneAmendment(amendment, deps) };
};

export const handler = idempotentEndpoint(route, run, serviceDeps);
