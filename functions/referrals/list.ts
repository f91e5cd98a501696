import { listReferrals as route } from '../../shared/incorporation/routes/referral-routes.ts';
import { readReferrals } from '../../shared/incorporation/usecases/referral-codes.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof route> = ({ params, caller }, deps) =>
  readReferrals(params.code, caller.personId, deps);

export const rows: readonly Operation[] = [operation(route, run)];

export const handler = operations(rows, coreDeps);
