import { randomBytes } from 'node:crypto';
import { composeKey } from '../../shared/access/auth/api-key.ts';
import type { AuthRule } from '../../shared/kernel/domain/auth-rule.ts';
import { agentScopes, oauthScopes, partnerScopes } from '../../shared/kernel/domain/scopes.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { aClient, tokensFor } from './clients.ts';
import { anAgentKey, aResident, created } from './registry.ts';
import type { World } from './world.ts';

/** One credential of every kind, by name. */
export interface Credentials {
  readonly standard: string;
  readonly agentWithEveryScope: string;
  readonly partnerWithEveryScope: string;
  /** An Agent Key with every scope but this one. */
  agentWithout(scope: string): string;
  partnerWithout(scope: string): string;
  /** Access tokens, in the same way. */
  readonly tokenWithEveryScope: string;
  tokenWithout(scope: string): string;
}

/** Keys of every kind, and one lacking each scope. */
export async function issueCredentials(world: World): Promise<Credentials> {
  const owner = await aResident(world);
  const { id } = await created(world, '/partner_integrations', { name: 'Matrix partner' });
  const agents = new Map<string, string>();
  for (const scope of ['', ...agentScopes]) {
    const scopes = agentScopes.filter((candidate) => candidate !== scope);
    agents.set(scope, await anAgentKey(world, owner.id, scopes));
  }
  const partners = new Map<string, string>();
  for (const scope of ['', ...partnerScopes]) {
    const scopes = partnerScopes.filter((candidate) => candidate !== scope);
    const key = await created(world, `/partner_integrations/${id}/keys`, { scopes });
    partners.set(scope, String(key['key']));
  }
  const client = await aClient(world);
  const tokens = new Map<string, string>();
  for (const scope of ['', ...oauthScopes]) {
    const scopes = oauthScopes.filter((candidate) => candidate !== scope);
    tokens.set(scope, (await tokensFor(world, { personId: owner.id, client, scopes })).access);
  }
  const find = (keys: ReadonlyMap<string, string>) => (scope: string) => {
    const key = keys.get(scope);
    if (key === undefined) throw new Error(`no key for ${scope}`);
    return key;
  };
  return {
    standard: owner.standardKey,
    agentWithEveryScope: find(agents)(''),
    partnerWithEveryScope: find(partners)(''),
    agentWithout: find(agents),
    partnerWithout: find(partners),
    tokenWithEveryScope: find(tokens)(''),
    tokenWithout: find(tokens),
  };
}

export const operatorHeaders = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00',
};

/** A well-formed key that was never issued. */
export const unknownKey = composeKey('sk-', randomBytes(32));

/** Headers with which the rule accepts the caller. */
export function admittedBy(rule: AuthRule, credentials: Credentials): Record<string, string> {
  switch (rule.scheme) {
    case 'none':
      return {};
    case 'operator':
      return operatorHeaders;
    case 'partner':
      return { authorization: `Bearer ${credentials.partnerWithEveryScope}` };
    case 'oauth':
      return { authorization: `Bearer ${credentials.tokenWithEveryScope}` };
    default:
      return { authorization: `Bearer ${credentials.standard}` };
  }
}

/** The row's path with an unknown id instead of each parameter. */
export function concretePath({ path }: Route): string {
  return path.replaceAll(/\{[^}]+\}/g, '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11');
}
