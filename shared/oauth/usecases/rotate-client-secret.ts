import type { Actor } from '../../audit/audit-entry.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { hashSecret, newClientSecret } from '../auth/client-secret.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';
import { rotateSecrets, secretId } from '../domain/client-secrets.ts';
import { saveClientSecrets } from './save-client-secrets.ts';

/**
 * Gives a confidential client a further secret, which is in this answer and nowhere else. The earlier ones
 * work for `overlapHours` more, so that the client can be changed over without a gap.
 *
 * Errors: 404; 409 `client.public`; 409 `client.secret_limit_reached`.
 */
export function rotateClientSecret(
  { clientId, overlapHours }: { readonly clientId: string; readonly overlapHours: number },
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly client: StoredClient; readonly clientSecret: string }> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const client = await findClient(deps.table, clientId);
    if (client === null) throw apiErrors.notFound();
    const clientSecret = newClientSecret(deps.random);
    const made = { hash: hashSecret(clientSecret), overlapHours };
    const decision = rotateSecrets(client, made, at);
    if (!decision.ok) throw refusals[decision.reason]();
    const details = { secretId: secretId(made), overlapHours };
    const next = await saveClientSecrets(client, [...decision.next], {
      deps,
      act: { at, actor, action: 'oauth_client.secret_rotated', details },
    });
    return next === null ? lostRace : { client: next, clientSecret };
  });
}

const refusals = {
  public: apiErrors.clientPublic,
  limit_reached: apiErrors.clientSecretLimitReached,
} as const;
