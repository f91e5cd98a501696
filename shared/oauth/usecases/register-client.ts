import { create, orElse, transact, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit-act.ts';
import { hashSecret, newClientSecret } from '../auth/client-secret.ts';
import type { RegisterClient } from '../contracts/admin-clients.ts';
import { clientItem, type StoredClient } from '../db/oauth-clients.ts';
import { plainSecurity } from '../domain/client-security.ts';
import type { GrantType } from '../domain/grant-type.ts';
import { usableAnchors } from './attestation-anchors.ts';
import { refuseImpossible } from './impossible-client.ts';
import { refuseUnusableKeys } from './request-object-keys.ts';

/** What belongs to it beside the client: writes of whoever lets it be registered, and what the trail says of them. */
interface Registration {
  readonly writes?: Writes<ApiError>;
  readonly details?: Readonly<Record<string, string>>;
  /** What it may use; without: every grant. */
  readonly grantTypes?: readonly GrantType[];
  /** The resident whose application it is; absent: nobody's, but the operators'. */
  readonly ownerId?: string;
}

/**
 * Registers an OAuth client. The secret of a confidential one is in this answer and nowhere else; a
 * public one has none.
 *
 * Errors: 400 for a key or an anchor that can't be used and for settings that exclude each other; 409 `client.id_taken`.
 */
export async function registerClient(
  command: RegisterClient,
  actor: Actor,
  deps: CoreDeps,
  { writes = {}, details = {}, grantTypes, ownerId }: Registration = {},
): Promise<{ readonly client: StoredClient; readonly clientSecret: string | null }> {
  const { requestObjectKeys = [] } = command;
  refuseUnusableKeys(requestObjectKeys);
  const at = deps.now().toISOString();
  const isPublic = command.public ?? false;
  const plain = plainSecurity(isPublic);
  const method = command.tokenEndpointAuthMethod ?? plain.tokenEndpointAuthMethod;
  const clientSecret = method === 'client_secret' ? newClientSecret(deps.random) : null;
  const client: StoredClient = {
    clientId: command.clientId ?? deps.newId(),
    name: command.name,
    publisher: command.publisher ?? null,
    privacyUri: command.privacyUri ?? null,
    logo: null,
    public: isPublic,
    redirectUris: command.redirectUris,
    scopes: command.scopes,
    grantTypes: grantTypes === undefined ? null : [...grantTypes],
    active: true,
    secrets:
      clientSecret === null
        ? []
        : [{ hash: hashSecret(clientSecret), createdAt: at, expiresAt: null }],
    requestObjectKeys,
    jwksUri: command.jwksUri ?? null,
    attestationAnchors: usableAnchors(command.attestationAnchors ?? [], deps.now()),
    postLogoutRedirectUris: command.postLogoutRedirectUris ?? [],
    frontchannelLogoutUri: command.frontchannelLogoutUri ?? null,
    backchannelLogoutUri: command.backchannelLogoutUri ?? null,
    backchannelLogoutSessionRequired: command.backchannelLogoutSessionRequired ?? false,
    tokenEndpointAuthMethod: method,
    requirePushedAuthorizationRequests: command.requirePushedAuthorizationRequests ?? false,
    dpopBoundAccessTokens: command.dpopBoundAccessTokens ?? false,
    strictDpopProofs: command.strictDpopProofs ?? false,
    ...(command.strictDpopProofs && { nonceSecret: newClientSecret(deps.random) }),
    idTokenSignedResponseAlg: command.idTokenSignedResponseAlg ?? 'RS256',
    createdAt: at,
    ownerId: ownerId ?? null,
    reviewState: ownerId === undefined ? null : 'test',
    reviewReason: null,
    proposed: null,
    revision: 0,
  };
  await refuseImpossible(client, deps);
  const outcome = await transact(deps.table, {
    ...writes,
    client: orElse(create(clientItem(client)), apiErrors.clientIdTaken),
    ...auditAct(deps, {
      at,
      actor,
      action: 'oauth_client.registered',
      subject: { type: 'oauth_client', id: client.clientId },
      details: { public: isPublic, scopes: client.scopes, ...details },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return { client, clientSecret };
}
