import { type Act, auditAct } from '../../audit/audit-act.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { type StoredClient, secretsWrite } from '../db/oauth-clients.ts';
import type { ClientSecret } from '../domain/client-secrets.ts';

/** Stores the client's secrets and records it; null when somebody else changed them since they were read. */
export async function saveClientSecrets(
  client: StoredClient,
  secrets: ClientSecret[],
  {
    deps,
    act,
  }: {
    readonly deps: CoreDeps;
    readonly act: Omit<Act, 'subject'>;
  },
): Promise<StoredClient | null> {
  const outcome = await transact(deps.table, {
    client: secretsWrite(client, secrets),
    ...auditAct(deps, { ...act, subject: { type: 'oauth_client', id: client.clientId } }),
  });
  return outcome.kind === 'written' ? { ...client, secrets } : null;
}
