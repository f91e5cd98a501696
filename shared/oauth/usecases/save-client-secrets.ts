import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { type Act, auditAct } from '../../platform/usecases/audit-act.ts';
import { type StoredClient, secretsWrite } from '../db/oauth-clients.ts';
import type { ClientSecret } from '../domain/client-secrets.ts';

/**
 * Stores the client's secrets and records it; null when somebody else changed them since they were read. With the claim on a form it is
 * done once. Error: 409 `form.sent_before`.
 */
export async function saveClientSecrets(
  client: StoredClient,
  secrets: ClientSecret[],
  {
    deps,
    act,
    form,
  }: {
    readonly deps: CoreDeps;
    readonly act: Omit<Act, 'subject'>;
    readonly form?: Write | undefined;
  },
): Promise<StoredClient | null> {
  const outcome = await transact(deps.table, {
    form: orElse(form, apiErrors.formSentBefore),
    client: secretsWrite(client, secrets),
    ...auditAct(deps, { ...act, subject: { type: 'oauth_client', id: client.clientId } }),
  });
  if (outcome.kind === 'refused' && outcome.refusal !== undefined) throw outcome.refusal;
  return outcome.kind === 'written' ? { ...client, secrets } : null;
}
