import { actorOf } from '../../shared/access/auth/caller.ts';
import * as routes from '../../shared/platform/routes/admin-outbox-routes.ts';
import {
  type DeadLetterDeps,
  listDeadLetters,
  readQueues,
} from '../../shared/platform/usecases/dead-letters.ts';
import {
  discardDeadLetters,
  redriveDeadLetters,
} from '../../shared/platform/usecases/redrive-dead-letters.ts';
import { deadLetterDeps } from '../../shared/service/deps/outbox.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

/** The operators' routes for dead letters. */
export const rows: readonly Operation<DeadLetterDeps>[] = [
  operation(routes.adminListQueues, async (_, deps: DeadLetterDeps) => ({
    data: [...(await readQueues(deps))],
  })),
  operation(routes.adminListDeadLetters, async ({ query }, deps: DeadLetterDeps) => {
    const { letters, complete } = await listDeadLetters(query.queue, deps);
    return { data: [...letters], complete };
  }),
  operation(routes.adminRedriveDeadLetters, async ({ body, caller }, deps: DeadLetterDeps) => ({
    data: await redriveDeadLetters(body, actorOf(caller), deps),
  })),
  operation(routes.adminDiscardDeadLetters, async ({ body, caller }, deps: DeadLetterDeps) => ({
    data: await discardDeadLetters(body, actorOf(caller), deps),
  })),
];

export const handler = pathFunction(rows, deadLetterDeps);
