import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import type { StatusTokens } from '../auth/signed-tokens.ts';
import { listRevokedPlaces } from '../db/credentials.ts';
import { isStatusList, statusListReads } from '../domain/status-list.ts';

export interface StatusListDeps extends CoreDeps {
  readonly statusTokens: StatusTokens;
}

/**
 * The current status list, signed. Two parallel reads.
 *
 * Errors: 404 for a list that does not currently exist; 429 beyond `statusListReads`.
 */
export async function readStatusList(
  { list, clientAddress }: { readonly list: string; readonly clientAddress: string },
  { table, now, statusTokens }: StatusListDeps,
): Promise<string> {
  const at = now();
  if (!isStatusList(list, at)) throw apiErrors.notFound();
  const [count, revoked] = await Promise.all([
    countAttempt(table, statusListReads, clientNetwork(clientAddress), at.getTime()),
    listRevokedPlaces(table, list),
  ]);
  refuseWhenFull(count, at);
  return statusTokens.of(list, revoked);
}
