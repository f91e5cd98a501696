import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import { revokeSecret } from '../domain/client-secrets.ts';
import { apiErrors } from '../errors.ts';
import { saveClientSecrets } from './save-client-secrets.ts';
import { lostRace, untilWritten } from './until-written.ts';

/** Ends a client's secret at once. What it has been given already stays valid. Error: 404. */
export function revokeClientSecret(
  { clientId, secretId }: { readonly clientId: string; readonly secretId: string },
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredClient> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const client = await findClient(deps.table, clientId);
    const secrets = client && revokeSecret(client.secrets, secretId, at);
    if (client === null || secrets === null) throw apiErrors.notFound();
    const next = await saveClientSecrets(client, [...secrets], {
      deps,
      act: { at, actor, action: 'oauth_client.secret_revoked', details: { secretId } },
    });
    return next ?? lostRace;
  });
}
