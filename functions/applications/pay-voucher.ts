import { payApplicationVoucher as route } from '../../shared/incorporation/routes/applications.ts';
import {
  payApplication,
  presentPayment,
} from '../../shared/incorporation/usecases/pay-application.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { keptAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof route, ServiceDeps> = async ({ params, body, caller, effect }, deps) => {
  const payment = { code: body.code, voucherWord: 'Voucher', effect } as const;
  return presentPayment(await payApplication(params.id, caller, payment, deps), deps);
};

export const rows: readonly Operation<ServiceDeps>[] = [operation(route, run, keptAnswers())];

export const handler = operations(rows, serviceDeps);
