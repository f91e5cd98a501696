import { auditAct } from '../../audit/audit-act.ts';
import type { Actor } from '../../audit/audit-entry.ts';
import { create, orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { hashSecret, newClientSecret } from '../auth/client-secret.ts';
import type { RegisterClient } from '../contracts/admin-clients.ts';
import { clientItem, type StoredClient } from '../db/oauth-clients.ts';
import { refuseUnusableKeys } from './request-object-keys.ts';

/**
 * Registers an OAuth client. The secret of a confidential one is in this answer and nowhere else; a
 * public one has none.
 *
 * Errors: 400 for a key that can't be used; 409 `client.id_taken`.
 */
export async function registerClient(
  command: RegisterClient,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly client: StoredClient; readonly clientSecret: string | null }> {
  const { requestObjectKeys = [] } = command;
  refuseUnusableKeys(requestObjectKeys);
  const at = deps.now().toISOString();
  const isPublic = command.public ?? false;
  const clientSecret = isPublic ? null : newClientSecret(deps.random);
  const client: StoredClient = {
    clientId: command.clientId ?? deps.newId(),
    name: command.name,
    public: isPublic,
    redirectUris: command.redirectUris,
    scopes: command.scopes,
    active: true,
    secrets:
      clientSecret === null
        ? []
        : [{ hash: hashSecret(clientSecret), createdAt: at, expiresAt: null }],
    requestObjectKeys,
    createdAt: at,
  };
  const outcome = await transact(deps.table, {
    client: orElse(create(clientItem(client)), apiErrors.clientIdTaken),
    ...auditAct(deps, {
      at,
      actor,
      action: 'oauth_client.registered',
      subject: { type: 'oauth_client', id: client.clientId },
      details: { public: isPublic, scopes: client.scopes },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return { client, clientSecret };
}
