import { coreDeps } from '../../shared/deps/core.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { listReferrals as route } from '../../shared/routes/referrals.ts';
import { listReferrals } from '../../shared/usecases/list-referrals.ts';

const run: Run<typeof route> = ({ params, caller }, deps) =>
  listReferrals(params.code, caller.personId, deps);

export const handler = endpoint(route, run, coreDeps);
