import { actorOf } from '../../shared/access/auth/actor.ts';
import * as routes from '../../shared/outbox/admin-outbox-routes.ts';
import {
  type DeadLetterDeps,
  listDeadLetters,
  readQueues,
  redriveDeadLetters,
} from '../../shared/outbox/dead-letters.ts';
import { deadLetterDeps } from '../../shared/service/deps/outbox.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

/** What operators do with events that were given up. */
export const rows: readonly Operation<DeadLetterDeps>[] = [
  operation(routes.adminListQueues, async (_, deps: DeadLetterDeps) => ({
    data: [...(await readQueues(deps))],
  })),
  operation(routes.adminListDeadLetters, async ({ query }, deps: DeadLetterDeps) => ({
    data: [...(await listDeadLetters(query.queue, deps))],
  })),
  operation(routes.adminRedriveDeadLetters, async ({ body, caller }, deps: DeadLetterDeps) => ({
    data: await redriveDeadLetters(body, actorOf(caller), deps),
  })),
];

export const handler = operations(rows, deadLetterDeps);
