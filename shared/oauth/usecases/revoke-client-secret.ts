import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { revokeSecret } from '../domain/client-secrets.ts';
import { findClientOf } from './find-client-of.ts';
import { saveClientSecrets } from './save-client-secrets.ts';

/** Ends a client's secret at once. Tokens that the client already has stay valid. Error: 404. */
export function revokeClientSecret(
  {
    clientId,
    ownerId,
    secretId,
  }: { readonly clientId: string; readonly ownerId: string | null; readonly secretId: string },
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredClient> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const client = await findClientOf(ownerId, clientId, deps, 'also_owned');
    const secrets = revokeSecret(client.secrets, secretId, at);
    if (secrets === null) throw apiErrors.notFound();
    const next = await saveClientSecrets(client, [...secrets], {
      deps,
      act: { at, actor, action: 'oauth_client.secret_revoked', details: { secretId } },
    });
    return next ?? lostRace;
  });
}
