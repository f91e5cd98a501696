import { keys } from '../../kernel/db/keys.ts';
import { create, orElse, transact, type Write, type Writes } from '../../kernel/db/transact.ts';
import { assign } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { revised } from '../../kernel/domain/same-value.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
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

/** Additions to a registration: further writes of the caller, and details for the audit trail. */
interface Registration {
  readonly writes?: Writes<ApiError>;
  readonly details?: Readonly<Record<string, string>>;
  /** The grant types; absent: all. */
  readonly grantTypes?: readonly GrantType[];
  /** The resident whose application it is; absent: a client of the operators. */
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
  not_png: 'Must be a PNG, not interlaced, with nothing else in the file',
  not_square: 'Must be as wide as it is high, 64 to 512 pixels',
  too_large: 'Must be smaller: it has over 32,768 bytes when it is encoded again',
} as const;

/**
 * Changes an OAuth client of operators; its secret stays. Two changes of the picture at the same moment are
 * applied in sequence. Errors: 404 `Not found`; 409 `client.owned`; 400 when a confidential client
 * would be left without a redirect URI, for a key or an anchor that can't be used, for a file that is not a
 * valid picture, and for settings that exclude each other.
 */
export async function reviseClient(
  clientId: string,
  { logoBase64, attestationAnchors, ...revision }: ReviseClient,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredClient> {
  const picture = logoBase64 && readLogoFile(logoBase64);
  if (typeof picture === 'string') throw apiErrors.invalidField(['logoBase64'], faults[picture]);
  return untilWritten(async () => {
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
    const write = assign(keys.oauthClient(clientId), { ...changes, ...nonces });
    const pictured = changed.includes('logo');
    const outcome = await transact(deps.table, {
      client: orElse(pictured ? asPictured(write, client) : write, readAgain),
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
    // One that is gone is not found the next time.
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/** The same write, refused if the client has another picture than was read. */
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
