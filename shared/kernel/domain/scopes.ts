/** Scopes of Agent Keys (spec 5; the `agent:person.*` ones serve the natural-person routes). */
export const agentScopes = [
  'agent:entity.application.create',
  'agent:entity.application.pay',
  'agent:entity.application.read',
  'agent:registry.search',
  'agent:entity.read',
  'agent:entity.documents.read',
  'agent:verify_rpn',
  'agent:entity.filing.create',
  'agent:entity.filing.read',
  'agent:entity.filing.pay',
  'agent:person.details.read',
  'agent:person.residency.read',
  'agent:person.id_verification.read',
  'agent:person.documents.read',
  'agent:events.read',
  'agent:webhooks.manage',
] as const;
export type AgentScope = (typeof agentScopes)[number];

const writeScopes: ReadonlySet<string> = new Set<AgentScope>([
  'agent:entity.application.create',
  'agent:entity.application.pay',
  'agent:entity.filing.create',
  'agent:entity.filing.pay',
]);

/**
 * Whether a key with these scopes can write, which requires an active Manifestation of Will (spec
 * 5).
 */
export function canWrite(scopes: readonly string[]): boolean {
  return scopes.some((scope) => writeScopes.has(scope));
}

/** Scopes of Partner Keys. */
export const partnerScopes = [
  'partner:person.application.create',
  'partner:person.application.read',
  'partner:person.application.update',
  'partner:person.application.pay',
  'partner:person.application.submit',
  'partner:person.proof_of_address.write',
  'partner:events.read',
  'partner:webhooks.manage',
] as const;
export type PartnerScope = (typeof partnerScopes)[number];

/** Scopes that OAuth clients can get (spec 5). */
export const oauthScopes = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'service:person.details.read',
  'service:person.residency.read',
  'service:person.id_verification.read',
  'service:person.documents.read',
  'service:entity.read',
  'service:entity.documents.read',
  'service:events.read',
] as const;
export type OAuthScope = (typeof oauthScopes)[number];

/** Scopes of the credentials for wallets, each requested alone (OpenID4VCI 1.0, section 5.1.2). */
export const credentialScopes = ['credential:residency', 'credential:good_standing'] as const;
export type CredentialScope = (typeof credentialScopes)[number];

/** All scopes that an OAuth client can get; those of Agent Keys only for the MCP endpoint. */
export const clientScopes = [...oauthScopes, ...credentialScopes, ...agentScopes] as const;
export type ClientScope = (typeof clientScopes)[number];
