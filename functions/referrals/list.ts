import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { listReferrals } from '../../shared/referrals/list-referrals.ts';
import { listReferrals as route } from '../../shared/referrals/referral-routes.ts';
import { endpoint } from '../../shared/web/endpoint.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof route> = ({ params, caller }, deps) =>
  listReferrals(params.code, caller.personId, deps);

export const handler = endpoint(route, run, coreDeps);
