import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import type { Page, PageBounds } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { readThings, type ThingFilter, thingPlaces } from '../../kernel/db/things.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { assign } from '../../kernel/db/update.ts';
import { authMethods, grantTypes, isClientId, tokenAlgorithms } from '../domain/client-metadata.ts';
import { type ClientChange, clientStates } from '../domain/owned-client.ts';

/** A secret as it is stored: its SHA-256. Several are valid at the same time while one replaces another. */
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

/** A client's displayed data and rights, as its owner wants them. */
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
  /** The publisher and its privacy notice; null: none. */
  publisher: z.nullable(z.string()),
  privacyUri: z.nullable(z.string()),
  /** SHA-256 of the displayed logo, a separate item; null: none. */
  logo: z.nullable(z.string()),
  /** Without a secret: it proves itself with PKCE. */
  public: z.boolean(),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.string()),
  /** The grant types of a client that registered itself; null: all. */
  grantTypes: z.nullable(z.array(z.enum(grantTypes))),
  active: z.boolean(),
  secrets: z.array(StoredSecret),
  /** What verifies its request objects. */
  requestObjectKeys: z.array(StoredRequestObjectKey),
  /** Where its keys must be found, instead of those. */
  jwksUri: z.nullable(z.string()),
  /** Certificates (PEM) of authorities, by which attestations of its instances and of their keys count. */
  attestationAnchors: z.array(z.string()),
  /** Where a browser may go after a logout. */
  postLogoutRedirectUris: z.array(z.string()),
  /** Shown in a frame when a session ends in its browser; null: none. */
  frontchannelLogoutUri: z.nullable(z.string()),
  /** Notified by us when a session or a consent ends; null: none. */
  backchannelLogoutUri: z.nullable(z.string()),
  /** It is notified of sessions only, each by its `sid`. */
  backchannelLogoutSessionRequired: z.boolean(),
  tokenEndpointAuthMethod: z.enum(authMethods),
  requirePushedAuthorizationRequests: z.boolean(),
  dpopBoundAccessTokens: z.boolean(),
  /** Its proofs count once at what its tokens open as well, with a nonce. */
  strictDpopProofs: z.boolean(),
  /** What those nonces are derived of; there since that was asked for first. */
  nonceSecret: z.optional(z.string()),
  idTokenSignedResponseAlg: z.enum(tokenAlgorithms),
  createdAt: z.string(),
  /** Tokens that go back to an authorization before this instant are no longer valid; absent: no such instant. */
  tokensNotBefore: z.optional(z.string()),
  /** The resident who registered it; null: operators did, or someone with their token. */
  ownerId: z.nullable(z.string()),
  /** How a resident's application stands; null of all others. */
  reviewState: z.nullable(z.enum(clientStates)),
  /** Why operators rejected or suspended it. */
  reviewReason: z.nullable(z.string()),
  /** A change of an approved one that waits for operators. */
  proposed: z.nullable(StoredProposal),
  /** Incremented by each change of the owner and each decision. A decision names the version it was based on. */
  revision: z.int(),
});
export type StoredClient = z.output<typeof StoredClient>;

/** The client with this id, active or not; null for a text that can't be an id. */
export async function findClient(table: Table, clientId: string): Promise<StoredClient | null> {
  if (!isClientId(clientId)) return null;
  return parseFound(StoredClient, await getItem(table, keys.oauthClient(clientId)));
}

/** The client as the table keeps it, with its place on the list. */
export function clientItem(client: StoredClient): Item {
  return { ...keys.oauthClient(client.clientId), ...placesOf(client), ...client };
}

function placesOf({
  clientId: id,
  createdAt,
  reviewState,
}: Pick<StoredClient, 'clientId' | 'createdAt' | 'reviewState'>) {
  const state = reviewState === null ? {} : { state: reviewState };
  return thingPlaces('oauth_client', { id, createdAt, ...state });
}

/**
 * The write of a change of a resident's application, or of a decision about it, with its place on the list of its state. Refused
 * where someone has changed or decided since it was read, and where it is gone.
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

/** Removes a resident's application; refused if it is gone, or was changed since it was read. */
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
export async function pageOfClients(
  table: Table,
  filter: ThingFilter,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredClient>> {
  const page = await readThings(table, 'oauth_client', filter, request);
  return { ...page, items: page.items.map((item) => parseStored(StoredClient, item)) };
}

/** The write that replaces the client's secrets, unless someone changed them since they were read. */
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

/** The write that ends the client's tokens of before an instant. Refused when it has a later one. */
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
