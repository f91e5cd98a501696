import { listActivity as route } from '../../shared/account/routes/activity-routes.ts';
import { readActivity } from '../../shared/account/usecases/read-activity.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof route> = async ({ query, caller }, deps) => {
  const { kind, keyId, personId } = caller;
  const asked =
    kind === 'agent' ? ({ ...query, actorKind: 'agent_key', actorId: keyId } as const) : query;
  return presentPage(await readActivity(personId, asked, deps), query.limit, (each) => each);
};

export const rows: readonly Operation[] = [operation(route, run)];

export const handler = operations(rows, coreDeps);
