import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentKey } from '../../shared/access/contracts/admin-keys-contract.ts';
import { changeKeyBounds } from '../../shared/access/usecases/issue-key.ts';
import { readOwnKeys } from '../../shared/access/usecases/read-keys.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import * as routes from '../../shared/reference/routes/meta.ts';
import { keptAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation[] = [
  operation(routes.listKeys, async ({ query, caller }, deps) =>
    presentPage(await readOwnKeys(caller.personId, query, deps), query.limit, presentKey),
  ),
  operation(
    routes.changeKey,
    async ({ params, body, caller }, deps) => {
      const change = { personId: caller.personId, keyId: params.id, bounds: body };
      return { data: presentKey(await changeKeyBounds(change, actorOf(caller), deps)) };
    },
    keptAnswers(),
  ),
];

export const handler = operations(rows, coreDeps);
