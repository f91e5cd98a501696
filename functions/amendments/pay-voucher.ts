import { payAmendmentVoucher as route } from '../../shared/amendments/routes/amendments.ts';
import { payAmendment } from '../../shared/amendments/usecases/pay-amendment.ts';
import { presentOneAmendment } from '../../shared/amendments/usecases/read-amendment.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { replayToFiler } from '../../shared/registry/usecases/read-accessible-entity.ts';
import { keptAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof route, ServiceDeps> = async (request, deps) => {
  const { params, body, caller, effect } = request;
  const { id: entityId, filingId } = params;
  const payment = { code: body.voucherCode, voucherWord: 'Voucher', effect } as const;
  const amendment = await payAmendment({ entityId, filingId }, caller, payment, deps);
  return { success: true, data: await presentOneAmendment(amendment, deps) };
};

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(route, run, keptAnswers({ replay: replayToFiler })),
];

export const handler = operations(rows, serviceDeps);
