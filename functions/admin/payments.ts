import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { presentPaymentCase } from '../../shared/payments/contracts/admin-payment-cases-contract.ts';
import {
  adminClosePaymentCase,
  adminGetPaymentCase,
  adminListPaymentCases,
  adminTakePaymentCase,
} from '../../shared/payments/routes/admin-payment-cases-routes.ts';
import {
  listPaymentCases,
  readPaymentCase,
  seeToPaymentCase,
} from '../../shared/payments/usecases/payment-cases.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation[] = [
  operation(adminListPaymentCases, async ({ query }, deps) =>
    presentPage(await listPaymentCases(query, deps), query.limit, presentPaymentCase),
  ),
  operation(adminGetPaymentCase, async ({ params }, deps) => ({
    data: presentPaymentCase(await readPaymentCase(params.id, deps)),
  })),
  operation(adminTakePaymentCase, async ({ params, caller }, deps) => ({
    data: presentPaymentCase(
      await seeToPaymentCase(params.id, { type: 'take' }, actorOf(caller), deps),
    ),
  })),
  operation(adminClosePaymentCase, async ({ params, body, caller }, deps) => ({
    data: presentPaymentCase(
      await seeToPaymentCase(
        params.id,
        { type: 'close', reason: body.reason },
        actorOf(caller),
        deps,
      ),
    ),
  })),
];

export const handler = pathFunction(rows, coreDeps);
