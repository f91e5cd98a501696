import * as z from 'zod/mini';
import { originPattern } from '../../kernel/contracts/origin-pattern.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import { Id, Line, Name, OutputInstant } from '../../kernel/contracts/text.ts';
import { oauthScopes, partnerScopes } from '../../kernel/domain/scopes.ts';
import { isClientId } from '../domain/client-id.ts';
import {
  type ClientSecret,
  liveSecrets,
  longestOverlapHours,
  secretId,
} from '../domain/client-secrets.ts';
import { isRedirectUri, redirectOrigin } from '../domain/redirect-uri.ts';
import { RequestObjectKey, RequestObjectKeys } from './request-object-key.ts';

const clientId = { pattern: '^[a-z0-9._-]{3,64}$' };

const Origin = z.string().check(
  z.maxLength(300),
  rule(
    { format: 'uri', pattern: `^${originPattern}/?$` },
    z.refine((text) => redirectOrigin(text) !== null, {
      error: 'Must be an https or loopback http origin',
    }),
  ),
  // Refused just above when null, in which case the value is not used.
  z.overwrite((text) => redirectOrigin(text) ?? text),
);

const Origins = distinct(Origin);

/** A list as a set: in the order sent, each value once, at most 20. */
function distinct<S extends z.core.$ZodType<string, string>>(element: S) {
  return z.array(element).check(
    z.maxLength(20),
    z.overwrite((values) => [...new Set(values)]),
  );
}

/** How many mails to applicants it may cause in a UTC day; null: the default of all integrations. */
const ClaimMailsPerDay = z.optional(z.nullable(z.int().check(z.gte(0), z.lte(100_000))));

/** Body of `POST /admin/v1/partner_integrations`. */
export const RegisterIntegration = z.object({
  name: Name(200),
  legalEntityId: z.optional(z.nullable(Id)),
  redirectOrigins: z.optional(Origins),
  active: z.optional(z.boolean()),
  claimMailsPerDay: ClaimMailsPerDay,
});
export type RegisterIntegration = z.output<typeof RegisterIntegration>;

/** Body of `PATCH /admin/v1/partner_integrations/{id}`: absent stays, the list replaces the list. */
export const ReviseIntegration = z.object({
  name: z.optional(Name(200)),
  active: z.optional(z.boolean()),
  redirectOrigins: z.optional(Origins),
  claimMailsPerDay: ClaimMailsPerDay,
});
export type ReviseIntegration = z.output<typeof ReviseIntegration>;

export const Integration = z.object({
  id: Id,
  name: z.string(),
  legalEntityId: z.nullable(Id),
  active: z.boolean(),
  redirectOrigins: z.array(z.string()),
  claimMailsPerDay: z.nullable(z.int()),
  /** Applications to which somebody who reads the applicant's mail has objected. */
  objections: z.int(),
  createdAt: OutputInstant,
});
export type Integration = z.output<typeof Integration>;

export const IntegrationAnswer = z.object({ data: Integration });

export function presentIntegration(integration: Integration): Integration {
  const { id, name, legalEntityId, active, redirectOrigins, createdAt } = integration;
  const { claimMailsPerDay, objections } = integration;
  return {
    id,
    name,
    legalEntityId,
    active,
    redirectOrigins,
    claimMailsPerDay,
    objections,
    createdAt,
  };
}

/** Body of `POST /admin/v1/partner_integrations/{id}/keys`. Scopes absent: all partner scopes. */
export const CreatePartnerKey = z.object({
  label: z.optional(z.nullable(Line(100))),
  scopes: z.optional(distinct(z.enum(partnerScopes))),
});

export const PartnerKeyPath = z.object({ id: Id, keyId: Id });

export const PartnerKey = z.object({
  id: Id,
  label: z.nullable(z.string()),
  scopes: z.array(z.string()),
  createdAt: OutputInstant,
  revokedAt: z.nullable(OutputInstant),
});
export type PartnerKey = z.output<typeof PartnerKey>;

export const PartnerKeyAnswer = z.object({ data: PartnerKey });

/** The one answer that holds the key itself. */
export const NewPartnerKeyAnswer = z.object({
  data: z.object({ ...PartnerKey.shape, key: z.string() }),
});

export function presentPartnerKey(key: PartnerKey): PartnerKey {
  const { id, label, scopes, createdAt, revokedAt } = key;
  return { id, label, scopes, createdAt, revokedAt };
}

const RedirectUris = distinct(
  z.string().check(
    z.maxLength(2000),
    rule(
      { format: 'uri', pattern: `^${originPattern}(?:[/?][!-"$-\\[\\]-~]*)?$` },
      z.refine(isRedirectUri, {
        error: 'Must be an absolute https or loopback http URI without fragment',
      }),
    ),
  ),
);
const OAuthScopes = distinct(z.enum(oauthScopes));

/**
 * Body of `POST /admin/v1/oauth_clients`. Without `clientId` the client gets a random one. A confidential
 * client needs a redirect URI; a public one may rely on the device flow alone.
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
    scopes: OAuthScopes,
    public: z.optional(z.boolean()),
    requestObjectKeys: z.optional(RequestObjectKeys),
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

/** Body of `PATCH /admin/v1/oauth_clients/{clientId}`: absent stays, a list replaces the list. */
export const ReviseClient = z.object({
  name: z.optional(Name(200)),
  redirectUris: z.optional(RedirectUris),
  scopes: z.optional(OAuthScopes),
  active: z.optional(z.boolean()),
  requestObjectKeys: z.optional(RequestObjectKeys),
});
export type ReviseClient = z.output<typeof ReviseClient>;

export const ByClientId = z.object({
  clientId: z.string().check(rule(clientId, z.refine(isClientId))),
});

export const OAuthClient = z.object({
  clientId: z.string(),
  name: z.string(),
  public: z.boolean(),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.string()),
  /** What verifies its request objects (RFC 9101). */
  requestObjectKeys: z.array(RequestObjectKey),
  active: z.boolean(),
  createdAt: OutputInstant,
});
export type OAuthClient = z.output<typeof OAuthClient>;

export const OAuthClientAnswer = z.object({ data: OAuthClient });

/** The one answer that holds the client's secret; null for a public client. */
export const NewOAuthClientAnswer = z.object({
  data: z.object({ ...OAuthClient.shape, clientSecret: z.nullable(z.string()) }),
});

export function presentClient(client: OAuthClient): OAuthClient {
  return {
    clientId: client.clientId,
    name: client.name,
    public: client.public,
    redirectUris: client.redirectUris,
    scopes: client.scopes,
    requestObjectKeys: client.requestObjectKeys,
    active: client.active,
    createdAt: client.createdAt,
  };
}

/** Body of `POST …/secrets`: for how long the earlier secret goes on working; 0 ends it at once. */
export const RotateClientSecret = z.object({
  overlapHours: z._default(z.int().check(z.gte(0), z.lte(longestOverlapHours)), 24),
});

export const ClientSecretPath = z.object({
  clientId: z.string().check(rule(clientId, z.refine(isClientId))),
  secretId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
});

/** What operators see of a client's secrets, newest first. `expiresAt` null: until it is replaced. */
export const ClientSecrets = z.object({
  clientId: z.string(),
  secrets: z.array(
    z.object({ id: z.string(), createdAt: OutputInstant, expiresAt: z.nullable(OutputInstant) }),
  ),
});
export type ClientSecrets = z.output<typeof ClientSecrets>;

export const ClientSecretsAnswer = z.object({ data: ClientSecrets });

/** The one answer that holds the new secret itself. */
export const NewClientSecretAnswer = z.object({
  data: z.object({ ...ClientSecrets.shape, clientSecret: z.string() }),
});

/** The secrets that work at `now`. */
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
