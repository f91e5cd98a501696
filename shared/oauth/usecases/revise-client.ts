import { auditAct } from '../../audit/audit-act.ts';
import type { Actor } from '../../audit/audit-entry.ts';
import { assign } from '../../kernel/db/assign.ts';
import { keys } from '../../kernel/db/keys.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { revised } from '../../kernel/domain/revision.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { newClientSecret } from '../auth/client-secret.ts';
import type { ReviseClient } from '../contracts/admin-clients.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { findClientOf } from './find-client-of.ts';
import { refuseImpossible } from './impossible-client.ts';
import { refuseUnusableKeys } from './request-object-keys.ts';

/**
 * Changes an OAuth client of operators; its secret stays. Errors: 404 `Not found`; 409 `client.owned`; 400 when a confidential client
 * would be left without a redirect URI, for a key that can't be used, and for settings that
 * exclude each other.
 */
export async function reviseClient(
  clientId: string,
  revision: ReviseClient,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredClient> {
  const client = await findClientOf(null, clientId, deps);
  refuseUnusableKeys(revision.requestObjectKeys ?? []);
  const { next, changes } = revised(client, revision);
  if (!next.public && next.redirectUris.length === 0) {
    const message = 'Must not be empty for a confidential client';
    throw apiErrors.invalidField(['redirectUris'], message);
  }
  await refuseImpossible(next, deps);
  const changed = Object.keys(changes);
  const needsNonces = next.strictDpopProofs && next.nonceSecret === undefined;
  const nonces = needsNonces ? { nonceSecret: newClientSecret(deps.random) } : {};
  if (changed.length === 0) return client;
  const outcome = await transact(deps.table, {
    client: assign(keys.oauthClient(clientId), { ...changes, ...nonces }),
    ...auditAct(deps, {
      at: deps.now().toISOString(),
      actor,
      action: 'oauth_client.updated',
      subject: { type: 'oauth_client', id: clientId },
      details: { changed, active: next.active },
    }),
  });
  if (outcome.kind === 'refused') throw apiErrors.notFound();
  return next;
}
