import type { KeyCaller } from '../../access/auth/caller.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { failNextWrite } from '../db/webhook-endpoints.ts';
import { readEndpoint } from './manage-endpoints.ts';

/**
 * Has the next attempts of an endpoint fail as if its receiver had answered 500, in a sandbox: `count` more than those that are to
 * fail already. Answers how many are to fail now. Error: 404.
 */
export async function failNextAttempts(
  id: string,
  count: number,
  caller: KeyCaller,
  deps: Pick<CoreDeps, 'table'>,
): Promise<number> {
  const found = await readEndpoint(id, caller, deps);
  const outcome = await transact(deps.table, {
    endpoint: orElse(failNextWrite(found, count), apiErrors.webhookEndpointNotFound),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return (found.failNext ?? 0) + count;
}
