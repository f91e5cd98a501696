import * as z from 'zod/mini';
import { dayParameters, PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { httpsOriginPattern, originPattern } from '../../kernel/contracts/redirect-url.ts';
import { distinct, rule } from '../../kernel/contracts/rule.ts';
import { Base64, Name, OutputInstant } from '../../kernel/contracts/text.ts';
import { clientScopes } from '../../kernel/domain/scopes.ts';
import { maxLogoBytes } from '../domain/client-logo.ts';
import {
  authMethods,
  grantTypes,
  isClientId,
  isPageOfOthers,
  isRedirectUri,
  tokenAlgorithms,
} from '../domain/client-metadata.ts';
import {
  type ClientSecret,
  liveSecrets,
  maxOverlapHours,
  secretId,
} from '../domain/client-secrets.ts';
import { clientStates, type ReviewedClient } from '../domain/owned-client.ts';
import { RequestObjectKey, RequestObjectKeys } from './client-keys.ts';

/** One certificate as PEM. */
const Anchor = z
  .string()
  .check(
    z.maxLength(4_000),
    z.regex(
      /^\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\r\n]+-----END CERTIFICATE-----\s*$/,
      'Must be one certificate as PEM',
    ),
  );

/** Certificates of authorities, at most five, so that one can be replaced. */
const AttestationAnchors = z.array(Anchor).check(z.maxLength(5));

const clientId = { pattern: '^[a-z0-9._-]{3,64}$' };
const ClientScopes = distinct(z.enum(clientScopes));
export const Uri = z.string().check(
  z.maxLength(2000),
  rule(
    { format: 'uri', pattern: `^${originPattern}(?:[/?][!-"$-\\[\\]-~]*)?$` },
    z.refine(isRedirectUri, {
      error: 'Must be an absolute https or loopback http URI without fragment',
    }),
  ),
);
export const RedirectUris = distinct(Uri);

/** The URL of a page to which users are referred. */
export const HttpsUri = z
  .string()
  .check(
    z.maxLength(2000),
    rule(
      { format: 'uri', pattern: `^${httpsOriginPattern}(?:[/?#][!#-;=?-~]*)?$` },
      z.refine(isPageOfOthers, { error: 'Must be an https address' }),
    ),
  );

/** The publisher of a client and its privacy notice, shown when people are asked for consent. */
const publisherFields = {
  publisher: z.optional(z.nullable(Name(200))),
  privacyUri: z.optional(z.nullable(HttpsUri)),
};

/** URLs for the end of a session: where users are redirected, and where a client is notified. */
const logoutFields = {
  postLogoutRedirectUris: z.optional(RedirectUris),
  frontchannelLogoutUri: z.optional(z.nullable(Uri)),
  backchannelLogoutUri: z.optional(z.nullable(Uri)),
  backchannelLogoutSessionRequired: z.optional(z.boolean()),
};

/**
 * Security requirements in addition to those of all clients; see
 * shared/oauth/domain/client-metadata.ts.
 */
const securityFields = {
  tokenEndpointAuthMethod: z.optional(z.enum(authMethods)),
  requirePushedAuthorizationRequests: z.optional(z.boolean()),
  dpopBoundAccessTokens: z.optional(z.boolean()),
  strictDpopProofs: z.optional(z.boolean()),
  idTokenSignedResponseAlg: z.optional(z.enum(tokenAlgorithms)),
};

/**
 * Body of `POST /admin/v1/oauth_clients`. Without `clientId` the client gets a random one. A
 * confidential client needs a redirect URI; a public one can use the device flow only.
 */
export const RegisterClient = z
  .object({
    clientId: z.optional(
      z
        .string()
        .check(
          rule(
            clientId,
            z.refine(isClientId, { error: 'Must be 3 to 64 of a-z, 0-9, ., - and _' }),
          ),
        ),
    ),
    name: Name(200),
    redirectUris: RedirectUris,
    scopes: ClientScopes,
    public: z.optional(z.boolean()),
    requestObjectKeys: z.optional(RequestObjectKeys),
    jwksUri: z.optional(z.nullable(Uri)),
    attestationAnchors: z.optional(AttestationAnchors),
    ...publisherFields,
    ...logoutFields,
    ...securityFields,
  })
  .check(
    rule(
      {
        anyOf: [
          { properties: { public: { const: true } }, required: ['public'] },
          { properties: { redirectUris: { minItems: 1 } } },
        ],
      },
      ({ value, issues }) => {
        if (value.public === true || value.redirectUris.length > 0) return;
        const message = 'Must not be empty for a confidential client';
        issues.push({ code: 'custom', input: value.redirectUris, path: ['redirectUris'], message });
      },
    ),
  );
export type RegisterClient = z.output<typeof RegisterClient>;

/**
 * Body of `PATCH /admin/v1/oauth_clients/{clientId}`: absent fields do not change; a list replaces
 * the previous list.
 */
export const ReviseClient = z.object({
  name: z.optional(Name(200)),
  redirectUris: z.optional(RedirectUris),
  scopes: z.optional(ClientScopes),
  active: z.optional(z.boolean()),
  requestObjectKeys: z.optional(RequestObjectKeys),
  jwksUri: z.optional(z.nullable(Uri)),
  attestationAnchors: z.optional(AttestationAnchors),
  /** A logo: a square PNG in base64; null removes it. */
  logoBase64: z.optional(z.nullable(Base64(maxLogoBytes))),
  ...publisherFields,
  ...logoutFields,
  ...securityFields,
});
export type ReviseClient = z.output<typeof ReviseClient>;

export const ByClientId = z.object({
  clientId: z.string().check(rule(clientId, z.refine(isClientId))),
});

/** The review of a resident's application. */
const ClientReview = z.object({
  ownerId: z.string(),
  state: z.enum(clientStates),
  /** The reason for a rejection or suspension. */
  reason: z.nullable(z.string()),
  /** The approved client with the pending change. */
  proposed: z.nullable(
    z.object({
      name: z.string(),
      privacyUri: z.nullable(z.string()),
      redirectUris: z.readonly(z.array(z.string())),
      scopes: z.readonly(z.array(z.string())),
      /** SHA-256 of the proposed logo. */
      logo: z.nullable(z.string()),
    }),
  ),
  /** The version; a decision must name it. */
  revision: z.int(),
  /**
   * Names similar to its name or to the proposed one. Null except in lists of clients waiting for
   * review.
   */
  similarNames: z.nullable(
    z.readonly(
      z.array(
        z.object({
          of: z.enum(['registry', 'authority', 'client']),
          name: z.string(),
          clientId: z.nullable(z.string()),
        }),
      ),
    ),
  ),
});

export const OAuthClient = z.object({
  clientId: z.string(),
  name: z.string(),
  publisher: z.nullable(z.string()),
  privacyUri: z.nullable(z.string()),
  /** SHA-256 of the logo that users see. */
  logo: z.nullable(z.string()),
  public: z.boolean(),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.string()),
  /** Set for a client that registered itself (RFC 7591). */
  grantTypes: z.nullable(z.array(z.enum(grantTypes))),
  /** The keys that verify its request objects (RFC 9101). */
  requestObjectKeys: z.array(RequestObjectKey),
  /** The URL of its keys, instead of registered ones. */
  jwksUri: z.nullable(z.string()),
  /** Certificates of the authorities whose attestations are accepted. */
  attestationAnchors: z.array(z.string()),
  /** Redirect URIs after a logout (OpenID Connect RP-Initiated Logout 1.0). */
  postLogoutRedirectUris: z.array(z.string()),
  /** Loaded in a frame when a session ends (OpenID Connect Front-Channel Logout 1.0). */
  frontchannelLogoutUri: z.nullable(z.string()),
  /** Called by the registry when a session ends (OpenID Connect Back-Channel Logout 1.0). */
  backchannelLogoutUri: z.nullable(z.string()),
  backchannelLogoutSessionRequired: z.boolean(),
  tokenEndpointAuthMethod: z.enum(authMethods),
  requirePushedAuthorizationRequests: z.boolean(),
  dpopBoundAccessTokens: z.boolean(),
  strictDpopProofs: z.boolean(),
  idTokenSignedResponseAlg: z.enum(tokenAlgorithms),
  active: z.boolean(),
  createdAt: OutputInstant,
  /** The review of an application that a resident registered; null for all others. */
  review: z.nullable(ClientReview),
});
export type OAuthClient = z.output<typeof OAuthClient>;

export const OAuthClientAnswer = z.object({ data: OAuthClient });

/** The only response with the client's secret; null for a public client. */
export const NewOAuthClientAnswer = z.object({
  data: z.object({ ...OAuthClient.shape, clientSecret: z.nullable(z.string()) }),
});

/** A client as operators see it (admin 3), without its secrets. */
export function presentClient(
  client: Omit<OAuthClient, 'review'> &
    ReviewedClient & {
      readonly reviewReason: string | null;
      readonly revision: number;
    },
  similarNames: z.output<typeof ClientReview>['similarNames'] = null,
): OAuthClient {
  return presented(OAuthClient, {
    ...client,
    review: presentReview(client, similarNames),
  });
}

function presentReview(
  {
    ownerId,
    reviewState: state,
    reviewReason: reason,
    proposed,
    revision,
  }: Parameters<typeof presentClient>[0],
  similarNames: z.output<typeof ClientReview>['similarNames'],
): OAuthClient['review'] {
  return ownerId === null || state === null
    ? null
    : { ownerId, state, reason, proposed, revision, similarNames };
}

/** Query of `GET /admin/v1/oauth_clients`. */
export const ClientQuery = z.object({
  ...pageParameters,
  ...dayParameters,
  state: z.optional(z.enum(clientStates)),
});
export const ClientPage = PageOf(OAuthClient);

/** Body of `POST …/secrets`: how long the previous secret stays valid; 0 ends it immediately. */
export const RotateClientSecret = z.object({
  overlapHours: z._default(z.int().check(z.gte(0), z.lte(maxOverlapHours)), 24),
});

export const ClientSecretPath = z.object({
  ...ByClientId.shape,
  secretId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
});

/**
 * The data of a client's secrets for operators, newest first. `expiresAt` is null until the secret
 * is replaced.
 */
export const ClientSecrets = z.object({
  clientId: z.string(),
  secrets: z.array(
    z.object({ id: z.string(), createdAt: OutputInstant, expiresAt: z.nullable(OutputInstant) }),
  ),
});
type ClientSecrets = z.output<typeof ClientSecrets>;

export const ClientSecretsAnswer = z.object({ data: ClientSecrets });

/** The only response with the new secret itself. */
export const NewClientSecretAnswer = z.object({
  data: z.object({ ...ClientSecrets.shape, clientSecret: z.string() }),
});

/** The secrets that are valid at `now`. */
export function presentSecrets(
  client: { readonly clientId: string; readonly secrets: readonly ClientSecret[] },
  now: string,
): ClientSecrets {
  const live = liveSecrets(client.secrets, now).toReversed();
  return {
    clientId: client.clientId,
    secrets: live.map((secret) => ({
      id: secretId(secret),
      createdAt: secret.createdAt,
      expiresAt: secret.expiresAt,
    })),
  };
}
