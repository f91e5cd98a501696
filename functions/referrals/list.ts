import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { readReferrals } from '../../shared/referrals/read-referrals.ts';
import { listReferrals as route } from '../../shared/referrals/referral-routes.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof route> = ({ params, caller }, deps) =>
  readReferrals(params.code, caller.personId, deps);

export const rows: readonly Operation[] = [operation(route, run)];

export const handler = operations(rows, coreDeps);
