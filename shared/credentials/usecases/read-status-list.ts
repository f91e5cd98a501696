import { type AttemptLimit, countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import type { StatusTokens } from '../auth/signed-tokens.ts';
import { listRevokedPlaces } from '../db/credentials.ts';
import { isStatusList } from '../domain/status-list.ts';

const byNetwork: AttemptLimit = { kind: 'status_list', max: 120, window: 60_000 };

export interface StatusListDeps extends CoreDeps {
  readonly statusTokens: StatusTokens;
}

/**
 * A status list as it is at this moment, signed. Two round trips beside each other.
 *
 * Errors: 404 for a list that there is not now; 429 beyond 120 from one network address in a minute.
 */
export async function readStatusList(
  { list, clientAddress }: { readonly list: string; readonly clientAddress: string },
  { table, now, statusTokens }: StatusListDeps,
): Promise<string> {
  const at = now();
  if (!isStatusList(list, at)) throw apiErrors.notFound();
  const [count, revoked] = await Promise.all([
    countAttempt(table, byNetwork, clientNetwork(clientAddress), at.getTime()),
    listRevokedPlaces(table, list),
  ]);
  refuseWhenFull(count, at);
  return statusTokens.of(list, revoked);
}
