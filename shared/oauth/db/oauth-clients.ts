import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { listPlaces, pagesOf } from '../../kernel/db/listed-kinds.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { assign } from '../../kernel/db/update.ts';
import { authMethods, grantTypes, isClientId, tokenAlgorithms } from '../domain/client-metadata.ts';
import { type ClientChange, clientStates } from '../domain/owned-client.ts';

/** A secret as it is stored: its SHA-256. Two are valid while a new one replaces another. */
const StoredSecret = z.object({
  hash: z.string(),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
});

const named = { kid: z.optional(z.string()), use: z.optional(z.literal('sig')) };

/** A client's public key; see shared/oauth/domain/client-keys.ts. */
export const StoredRequestObjectKey = z.discriminatedUnion('kty', [
  z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    alg: z.optional(z.literal('ES256')),
    ...named,
  }),
  z.object({
    kty: z.literal('RSA'),
    n: z.string(),
    e: z.string(),
    alg: z.optional(z.literal('PS256')),
    ...named,
  }),
]);

/** The public details and rights that the owner requests for a client. */
const StoredProposal = z.object({
  name: z.string(),
  privacyUri: z.nullable(z.string()),
  redirectUris: z.readonly(z.array(z.string())),
  scopes: z.readonly(z.array(z.string())),
  logo: z.nullable(z.string()),
});

export const StoredClient = z.object({
  clientId: z.string(),
  name: z.string(),
  /** The publisher and its privacy notice; null if there is none. */
  publisher: z.nullable(z.string()),
  privacyUri: z.nullable(z.string()),
  /** SHA-256 of the displayed logo, which is a separate item; null if there is none. */
  logo: z.nullable(z.string()),
  /** A client without a secret, which uses PKCE. */
  public: z.boolean(),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.string()),
  /** The grant types of a client that registered itself; null: all. */
  grantTypes: z.nullable(z.array(z.enum(grantTypes))),
  active: z.boolean(),
  secrets: z.array(StoredSecret),
  /** The keys that verify its request objects. */
  requestObjectKeys: z.array(StoredRequestObjectKey),
  /** The URL of its keys, instead of registered ones. */
  jwksUri: z.nullable(z.string()),
  /**
   * Certificates (PEM) of the authorities whose attestations of its instances and keys are
   * accepted.
   */
  attestationAnchors: z.array(z.string()),
  /** Redirect URIs after a logout. */
  postLogoutRedirectUris: z.array(z.string()),
  /** Loaded in a frame when a session ends in its browser; null: none. */
  frontchannelLogoutUri: z.nullable(z.string()),
  /** Called by us when a session or a consent ends; null: none. */
  backchannelLogoutUri: z.nullable(z.string()),
  /** The client is only notified of sessions, each by its `sid`. */
  backchannelLogoutSessionRequired: z.boolean(),
  tokenEndpointAuthMethod: z.enum(authMethods),
  requirePushedAuthorizationRequests: z.boolean(),
  dpopBoundAccessTokens: z.boolean(),
  /** Each of its proofs is also accepted only once at the resource endpoints, with a nonce. */
  strictDpopProofs: z.boolean(),
  /** The secret from which those nonces are derived; present once strict proofs were required. */
  nonceSecret: z.optional(z.string()),
  idTokenSignedResponseAlg: z.enum(tokenAlgorithms),
  createdAt: z.string(),
  /** Tokens from authorizations before this instant are invalid; absent: all are valid. */
  tokensNotBefore: z.optional(z.string()),
  /**
   * The address of its metadata, which is its public client id, and when the metadata was fetched.
   */
  document: z.optional(z.object({ url: z.string(), fetchedAt: z.string() })),
  /** Unix seconds: a client with a document is stored as long as it is used. */
  ttl: z.optional(z.int()),
  /**
   * The resident who registered it; null for clients registered by operators or with their token.
   */
  ownerId: z.nullable(z.string()),
  /** The review state of a resident's application; null for all others. */
  reviewState: z.nullable(z.enum(clientStates)),
  /** The operators' reason for a rejection or suspension. */
  reviewReason: z.nullable(z.string()),
  /** A change of an approved client that waits for review. */
  proposed: z.nullable(StoredProposal),
  /**
   * Increases with each change by the owner and each decision. A decision names the version it is
   * based on.
   */
  revision: z.int(),
});
export type StoredClient = z.output<typeof StoredClient>;

/** The client with this id, enabled or not; null for a malformed id. */
export async function findClient(table: Table, clientId: string): Promise<StoredClient | null> {
  if (!isClientId(clientId)) return null;
  return parseFound(StoredClient, await getItem(table, keys.oauthClient(clientId)));
}

/** The client as it is stored, with its list keys. */
export function clientItem(client: StoredClient): Item {
  return { ...keys.oauthClient(client.clientId), ...placesOf(client), ...client };
}

function placesOf({
  clientId: id,
  createdAt,
  reviewState,
}: Pick<StoredClient, 'clientId' | 'createdAt' | 'reviewState'>) {
  const state = reviewState === null ? {} : { state: reviewState };
  return listPlaces('oauth_client', { id, createdAt, ...state });
}

/**
 * The write that changes a resident's application or decides about it, with its list keys. Refused
 * if it was changed, decided or deleted since it was read.
 */
export function changeOwnedWrite(
  client: StoredClient,
  changes: ClientChange & Pick<StoredClient, 'tokensNotBefore'> & { readonly publisher?: string },
): Write {
  const { reviewState } = changes;
  const { update } = assign(keys.oauthClient(client.clientId), {
    ...changes,
    ...placesOf({ ...client, reviewState }),
    revision: client.revision + 1,
  });
  return {
    update: {
      ...update,
      ConditionExpression: 'attribute_exists(pk) AND revision = :read AND ownerId = :owner',
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ':read': client.revision,
        ':owner': client.ownerId,
      },
    },
  };
}

/** Deletes a resident's application; refused if it was changed or deleted since it was read. */
export function deleteOwnedWrite({ clientId, ownerId, revision }: StoredClient): Write {
  return {
    remove: {
      Key: keys.oauthClient(clientId),
      ConditionExpression: 'ownerId = :owner AND revision = :read',
      ExpressionAttributeValues: { ':owner': ownerId, ':read': revision },
    },
  };
}

/** A page of all clients, or of those in a state, newest first. */
export const pageOfClients = pagesOf('oauth_client', StoredClient);

/** The write that replaces the client's secrets, unless they have changed since they were read. */
export function secretsWrite(
  { clientId, secrets: read }: Pick<StoredClient, 'clientId' | 'secrets'>,
  secrets: StoredClient['secrets'],
): Write {
  return {
    update: {
      Key: keys.oauthClient(clientId),
      UpdateExpression: 'SET secrets = :secrets',
      ConditionExpression: 'secrets = :read',
      ExpressionAttributeValues: { ':secrets': secrets, ':read': read },
    },
  };
}

/**
 * The write that ends the client's tokens from before an instant. Refused if a later instant is
 * stored.
 */
export function tokensNotBeforeWrite(clientId: string, instant: string): Write {
  return {
    update: {
      Key: keys.oauthClient(clientId),
      UpdateExpression: 'SET tokensNotBefore = :instant',
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(tokensNotBefore) OR tokensNotBefore < :instant)',
      ExpressionAttributeValues: { ':instant': instant },
    },
  };
}
