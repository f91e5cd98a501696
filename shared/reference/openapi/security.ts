import type { AuthRule } from '../../kernel/domain/auth-rule.ts';
import type { OAuthScope } from '../../kernel/domain/scopes.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { JsonSchema, SecurityRequirement } from './document.ts';

const key = { type: 'http', scheme: 'bearer' };

/** The access of a token with the scope. */
const scopeTexts: Readonly<Record<OAuthScope, string>> = {
  openid: 'An ID token and the userinfo endpoint',
  profile: 'Name and picture',
  email: 'Email address, and whether it is verified',
  offline_access: 'A refresh token',
  'service:person.details.read': 'Personal details',
  'service:person.residency.read': 'Residency',
  'service:person.id_verification.read': 'Identity verification',
  'service:person.documents.read': 'Personal documents',
  'service:entity.read': 'Legal entities that the user chose',
  'service:entity.documents.read': 'Documents of the legal entities that the user chose',
  'service:events.read': 'Events about the data of the other scopes',
};

const oauthPath = (name: string) => `/api/oauth/${name}`;

/** The credentials of spec 5, by the name used in operations. */
export const securitySchemes: Readonly<Record<string, JsonSchema>> = {
  standardKey: {
    ...key,
    description:
      'Standard API Key, `sk-…`, in `Authorization: Bearer`. It is personal and can do everything that its owner can. Never share it.',
  },
  agentKey: {
    ...key,
    description:
      'Agent Key, `ak-…`, in `Authorization: Bearer`. It can do what its scopes allow. It can see only entities and applications that were created through the API. Scopes that write need the owner’s signed Manifestation of Will.',
  },
  partnerKey: {
    ...key,
    description:
      'Partner Key, `pk-…`, in `Authorization: Bearer`. It belongs to one approved integration.',
  },
  oauth: {
    type: 'oauth2',
    description:
      'OAuth 2.0 access token, a JWT, in `Authorization: Bearer`. It expires after one hour. Access ends immediately when the user, the client or an operator revokes it.',
    flows: {
      authorizationCode: {
        authorizationUrl: oauthPath('authorize'),
        tokenUrl: oauthPath('token'),
        refreshUrl: oauthPath('token'),
        scopes: scopeTexts,
      },
    },
  },
  openId: {
    type: 'openIdConnect',
    description:
      'The same OAuth 2.0 access token. Clients can configure themselves from discovery.',
    openIdConnectUrl: '/.well-known/openid-configuration',
  },
  clientBasic: {
    type: 'http',
    scheme: 'basic',
    description:
      'Id and secret of an OAuth client, each form-urlencoded (RFC 6749, section 2.3.1). You can also send them as `client_id` and `client_secret` in the form. A public client sends its `client_id` only.',
  },
  credentialToken: {
    ...key,
    description:
      'Access token from a credential offer or a sign-in, in `Authorization: Bearer`. A token that is bound to a key goes into `Authorization: DPoP`, with a `DPoP` proof.',
  },
  registrationToken: {
    ...key,
    description: 'Initial access token, `rit_…`, in `Authorization: Bearer`. Operators issue it.',
  },
  awsSigV4: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'AWS Signature Version 4 of an IAM principal, service `execute-api`.',
    'x-amazon-apigateway-authtype': 'awsSigv4',
  },
};

const standardKey: SecurityRequirement = { standardKey: [] };
const agentKey: SecurityRequirement = { agentKey: [] };
const partnerKey: SecurityRequirement = { partnerKey: [] };

/** The alternative credentials of a row; none for a public row. */
export function securityOf({
  auth,
  clientAuthentication,
  ownToken,
}: Pick<Route, 'auth' | 'clientAuthentication' | 'ownToken'>): readonly SecurityRequirement[] {
  switch (auth.scheme) {
    case 'none':
      if (ownToken !== undefined) return [{ [`${ownToken}Token`]: [] }];
      // Or in the form, which security schemes can't express.
      return clientAuthentication ? [{ clientBasic: [] }, {}] : [];
    case 'key':
      return auth.agentScope === 'none' || auth.agentScope === 'unavailable'
        ? [standardKey]
        : [standardKey, agentKey];
    case 'any-key':
      return [standardKey, agentKey, partnerKey];
    case 'partner':
      return [partnerKey];
    case 'oauth': {
      const tokens: readonly SecurityRequirement[] = [
        { oauth: [auth.scope] },
        { openId: [auth.scope] },
      ];
      return auth.agentScope === undefined ? tokens : [...tokens, agentKey];
    }
    case 'any':
      return [
        standardKey,
        agentKey,
        partnerKey,
        { oauth: [auth.oauthScope] },
        { openId: [auth.oauthScope] },
      ];
    case 'operator':
      return [{ awsSigV4: [] }];
  }
}

/** The scope that a row requires, in machine-readable form. */
export function scopeOf({ auth }: Route): {
  readonly 'x-required-oauth-scope'?: string;
  readonly 'x-required-agent-scope'?: string;
  readonly 'x-required-partner-scope'?: string;
} {
  if (auth.scheme === 'partner') return { 'x-required-partner-scope': auth.scope };
  if (auth.scheme === 'oauth') {
    return {
      'x-required-oauth-scope': auth.scope,
      ...(auth.agentScope !== undefined && { 'x-required-agent-scope': auth.agentScope }),
    };
  }
  if (auth.scheme === 'any') {
    return {
      'x-required-oauth-scope': auth.oauthScope,
      'x-required-agent-scope': auth.agentScope,
      'x-required-partner-scope': auth.partnerScope,
    };
  }
  if (auth.scheme === 'any-key') {
    return {
      ...(auth.agentScope && { 'x-required-agent-scope': auth.agentScope }),
      ...(auth.partnerScope && { 'x-required-partner-scope': auth.partnerScope }),
    };
  }
  if (auth.scheme !== 'key') return {};
  if (['any', 'none', 'unavailable'].includes(auth.agentScope)) return {};
  return { 'x-required-agent-scope': auth.agentScope };
}

/** The same, as text. */
export function describeAccess(auth: AuthRule): string | undefined {
  if (auth.scheme === 'partner') return `The Partner Key needs the scope \`${auth.scope}\`.`;
  if (auth.scheme === 'oauth') {
    const token = `The access token needs the scope \`${auth.scope}\``;
    return auth.agentScope === undefined
      ? `${token}. API keys are not accepted.`
      : `${token}, an Agent Key \`${auth.agentScope}\`. Standard Keys are not accepted.`;
  }
  if (auth.scheme === 'any-key' && auth.agentScope && auth.partnerScope) {
    return `An Agent Key needs the scope \`${auth.agentScope}\`, a Partner Key \`${auth.partnerScope}\`.`;
  }
  if (auth.scheme === 'any') {
    return `An Agent Key needs the scope \`${auth.agentScope}\`, a Partner Key \`${auth.partnerScope}\`, an access token \`${auth.oauthScope}\`.`;
  }
  if (auth.scheme === 'any-key' && auth.agentScope !== undefined) {
    return `An Agent Key needs the scope \`${auth.agentScope}\`, a Partner Key \`${auth.partnerScope}\`.`;
  }
  if (auth.scheme !== 'key') return undefined;
  if (auth.agentScope === 'any') return 'Accepts any Agent Key, whatever its scopes.';
  if (auth.agentScope === 'none') return 'Agent Keys are not accepted.';
  if (auth.agentScope === 'unavailable')
    return 'Agent Keys get 503, and the audit trail records the call.';
  return `An Agent Key needs the scope \`${auth.agentScope}\`.`;
}
