import { sentFormWrite } from '../../kernel/db/effects.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { type Act, auditAct } from '../../platform/usecases/audit.ts';
import { hashSecret, newClientSecret } from '../auth/oauth-token.ts';
import { type StoredClient, secretsWrite } from '../db/oauth-clients.ts';
import {
  type ClientSecret,
  revokeSecret,
  rotateSecrets,
  secretId,
} from '../domain/client-secrets.ts';
import * as clientErrors from '../errors/client-errors.ts';
import { findClientOf } from './read-clients.ts';

interface SecretRotation {
  readonly clientId: string;
  /** The required owner of the client; null for operators' clients. */
  readonly ownerId: string | null;
  readonly overlapHours: number;
  /** The id of the portal's form. */
  readonly formId?: string;
}

/**
 * Gives a confidential client a new secret, which is only in this response. The previous secrets
 * stay valid for `overlapHours`, so the client can switch without an interruption. A form of the
 * portal does this once.
 *
 * Errors: 404; 409 `client.owned`, `client.public`, `client.secret_limit_reached`,
 * `form.already_sent`.
 */
export function rotateClientSecret(
  { clientId, ownerId, overlapHours, formId }: SecretRotation,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly client: StoredClient; readonly clientSecret: string }> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const client = await findClientOf(ownerId, clientId, deps);
    const clientSecret = newClientSecret(deps.random);
    const made = { hash: hashSecret(clientSecret), overlapHours };
    const decision = rotateSecrets(client, made, at);
    if (!decision.ok) throw refusals[decision.reason]();
    const details = { secretId: secretId(made), overlapHours };
    const next = await saveClientSecrets(client, [...decision.next], {
      deps,
      act: { at, actor, action: 'oauth_client.secret_rotated', details },
      form:
        ownerId === null || formId === undefined ? undefined : sentFormWrite(ownerId, formId, at),
    });
    return next === null ? lostRace : { client: next, clientSecret };
  });
}

const refusals = {
  public: clientErrors.clientPublic,
  limit_reached: clientErrors.clientSecretLimitReached,
} as const;

/**
 * Revokes a client's secret immediately. Tokens that were already issued stay valid. Error: 404.
 */
export function revokeClientSecret(
  {
    clientId,
    ownerId,
    secretId,
  }: { readonly clientId: string; readonly ownerId: string | null; readonly secretId: string },
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredClient> {
  return retryOnConflict(async () => {
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

/**
 * Stores the client's secrets with an audit entry; null if they have changed since they were read.
 * With a form it is done once. Error: 409 `form.already_sent`.
 */
async function saveClientSecrets(
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
    form: orElse(form, apiErrors.formAlreadySent),
    client: secretsWrite(client, secrets),
    ...auditAct(deps, { ...act, subject: { type: 'oauth_client', id: client.clientId } }),
  });
  if (outcome.kind === 'refused' && outcome.refusal !== undefined) throw outcome.refusal;
  return outcome.kind === 'written' ? { ...client, secrets } : null;
}
