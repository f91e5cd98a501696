import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentKey } from '../../shared/access/contracts/admin-keys-contract.ts';
import { presentKeyApproval } from '../../shared/access/contracts/key-approval-contract.ts';
import { keyNeedsApproval } from '../../shared/access/errors/access-errors.ts';
import { changeKeyBounds } from '../../shared/access/usecases/issue-key.ts';
import { readKeyApproval, readKeyApprovals } from '../../shared/access/usecases/key-approvals.ts';
import { readOwnKeys } from '../../shared/access/usecases/read-keys.ts';
import { listActivity } from '../../shared/account/routes/activity-routes.ts';
import { readActivity } from '../../shared/account/usecases/read-activity.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import {
  changeKey,
  getApproval,
  listApprovals,
  listKeys,
} from '../../shared/reference/routes/meta.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(listKeys, async ({ query, caller }, deps) =>
    presentPage(await readOwnKeys(caller.personId, query, deps), query.limit, presentKey),
  ),
  operation(
    changeKey,
    async ({ params, body, caller }, deps) => {
      // Only the owner, in the portal, can lift the approval requirement of the calling key.
      const frees = body.approvalRequired === false && caller.bounds?.approvalRequired === true;
      if (frees) throw keyNeedsApproval();
      const change = { personId: caller.personId, keyId: params.id, bounds: body };
      return { data: presentKey(await changeKeyBounds(change, actorOf(caller), deps)) };
    },
    storedAnswers(),
  ),
  operation(listApprovals, async ({ query, caller }, deps: ServiceDeps) =>
    presentPage(
      await readKeyApprovals(caller, query, deps),
      query.limit,
      (approval) => presentKeyApproval(approval, deps).data,
    ),
  ),
  operation(getApproval, async ({ params, caller }, deps: ServiceDeps) =>
    presentKeyApproval(await readKeyApproval(params.id, caller, deps), deps),
  ),
  operation(listActivity, async ({ query, caller }, deps) => {
    const { kind, keyId, personId } = caller;
    const asked =
      kind === 'agent' ? ({ ...query, actorKind: 'agent_key', actorId: keyId } as const) : query;
    return presentPage(await readActivity(personId, asked, deps), query.limit, (each) => each);
  }),
];

export const handler = operations(rows, serviceDeps);
