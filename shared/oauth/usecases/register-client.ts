import { keys } from '../../kernel/db/keys.ts';
import { create, orElse, transact, type Write, type Writes } from '../../kernel/db/transact.ts';
import { assign } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { revised } from '../../kernel/domain/same-value.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { hashSecret, newClientSecret } from '../auth/oauth-token.ts';
import type { RegisterClient, ReviseClient } from '../contracts/admin-clients.ts';
import { addLogoWrite, leftLogoWrites, logoOf } from '../db/client-logos.ts';
import { clientItem, type StoredClient } from '../db/oauth-clients.ts';
import { type GrantType, plainSecurity } from '../domain/client-metadata.ts';
import * as clientErrors from '../errors/client-errors.ts';
import { refuseImpossible, refuseUnusableKeys, usableAnchors } from './check-client-metadata.ts';
import { findClientOf } from './read-clients.ts';
import { readLogoFile } from './read-logo-file.ts';

/** Additions to a registration: more writes, and details for the audit trail. */
interface Registration {
  readonly writes?: Writes<ApiError>;
  readonly details?: Readonly<Record<string, string>>;
  /** The grant types; default: all. */
  readonly grantTypes?: readonly GrantType[];
  /** The resident who owns the application; absent: an operators' client. */
  readonly ownerId?: string;
}

/**
 * Registers an OAuth client. The secret of a confidential client is only in this response; a public
 * client has none.
 *
 * Errors: 400 for an unusable key or anchor and for conflicting settings; 409 `client.id_taken`.
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
    client: orElse(create(clientItem(client)), clientErrors.clientIdTaken),
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

const faults = {
  not_png: 'Must be a PNG that is not interlaced, with nothing else in the file',
  not_square: 'Must be a square of 64 to 512 pixels',
  too_large: 'Must be smaller: after we encode it again, it is over 32,768 bytes',
} as const;

/** The last second of the year 9999: an item with this `ttl` never expires. */
const endOfTime = 253_402_300_799;

/**
 * Changes an operators' OAuth client, but not its secret. Concurrent changes of the logo are
 * applied in sequence. Errors: 404 `Not found`; 409 `client.owned`; 400 if a confidential client
 * would have no redirect URI, for an unusable key or anchor, for an invalid logo, and for
 * conflicting settings.
 */
export async function reviseClient(
  clientId: string,
  { logoBase64, attestationAnchors, ...revision }: ReviseClient,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredClient> {
  const picture = logoBase64 && readLogoFile(logoBase64);
  if (typeof picture === 'string') throw apiErrors.invalidField(['logoBase64'], faults[picture]);
  return retryOnConflict(async () => {
    const client = await findClientOf(null, clientId, deps);
    refuseUnusableKeys(revision.requestObjectKeys ?? []);
    const at = deps.now().toISOString();
    const logo = picture && logoOf(client, picture, at);
    const { next, changes } = revised(client, {
      ...revision,
      attestationAnchors: attestationAnchors && usableAnchors(attestationAnchors, deps.now()),
      logo: logo === undefined ? undefined : (logo?.sha256 ?? null),
    });
    if (!next.public && next.redirectUris.length === 0) {
      const message = 'Must not be empty for a confidential client';
      throw apiErrors.invalidField(['redirectUris'], message);
    }
    await refuseImpossible(next, deps);
    const changed = Object.keys(changes);
    const needsNonces = next.strictDpopProofs && next.nonceSecret === undefined;
    const nonces = needsNonces ? { nonceSecret: newClientSecret(deps.random) } : {};
    if (changed.length === 0) return client;
    // A disabled client with a document must not expire: see `whileActive`.
    const kept = next.document !== undefined && !next.active ? { ttl: endOfTime } : {};
    const write = assign(keys.oauthClient(clientId), { ...changes, ...nonces, ...kept });
    const pictured = changed.includes('logo');
    const outcome = await transact(deps.table, {
      client: orElse(pictured ? asPictured(write, client) : write, conflict),
      ...(pictured && logo && { logo: addLogoWrite(logo) }),
      ...(pictured && leftLogoWrites(client, { logo: next.logo })),
      ...auditAct(deps, {
        at,
        actor,
        action: 'oauth_client.updated',
        subject: { type: 'oauth_client', id: clientId },
        details: { changed, active: next.active },
      }),
    });
    // A deleted client is not found at the next attempt.
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/** The same write, refused if the client's logo has changed since it was read. */
function asPictured(
  { update }: Extract<Write, { readonly update: unknown }>,
  { logo }: StoredClient,
): Write {
  return {
    update: {
      ...update,
      ConditionExpression: 'attribute_exists(pk) AND logo = :readLogo',
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':readLogo': logo },
    },
  };
}
