import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { effectOf, idempotentOperation } from '../../shared/http/idempotency.ts';
import { type Operation, operations } from '../../shared/http/operations.ts';
import type { Run } from '../../shared/http/request.ts';
import { payAmendmentVoucher as route } from '../../shared/routes/amendments.ts';
import { payAmendment } from '../../shared/usecases/pay-amendment.ts';
import { presentOneAmendment } from '../../shared/usecases/present-amendments.ts';
import { replayToFiler } from '../../shared/usecases/replay-to-filer.ts';

const run: Run<typeof route, ServiceDeps> = async (request, deps) => {
  const { params, body, caller } = request;
  const { id: entityId, filingId } = params;
  const payment = { code: body.voucherCode, caller, effect: effectOf(request, route, body) };
  const amendment = await payAmendment({ entityId, filingId }, payment, deps);
  return { success: true, data: await presentOneAmendment(amendment, deps) };
};

const rows: readonly Operation<ServiceDeps>[] = [
  idempotentOperation(route, run, { replay: replayToFiler }),
];

export const handler = operations(rows, serviceDeps);
