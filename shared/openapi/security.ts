import type { AuthRule } from '../auth/caller.ts';
import type { Route } from '../http/route.ts';
import type { JsonSchema, SecurityRequirement } from './document.ts';

const key = { type: 'http', scheme: 'bearer' };

/** The credentials of spec 5, by the name that operations refer to. */
export const securitySchemes: Readonly<Record<string, JsonSchema>> = {
  standardKey: {
    ...key,
    description:
      'Standard API Key, `sk-…`, in `Authorization: Bearer`. Personal: it may do all that its owner may; never hand it to anyone.',
  },
  agentKey: {
    ...key,
    description:
      "Agent Key, `ak-…`, in `Authorization: Bearer`. It may do what its scopes say, and reaches only entities and applications that were created through the API. Scopes that write need the owner's signed Manifestation of Will.",
  },
  partnerKey: {
    ...key,
    description: 'Partner Key, `pk-…`, in `Authorization: Bearer`, of one approved integration.',
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

/** Any one of the credentials that a row takes; none for a public row. */
export function securityOf(auth: AuthRule): readonly SecurityRequirement[] {
  switch (auth.scheme) {
    case 'none':
      return [];
    case 'key':
      return auth.agentScope === 'none' || auth.agentScope === 'unavailable'
        ? [standardKey]
        : [standardKey, agentKey];
    case 'any-key':
      return [standardKey, agentKey, partnerKey];
    case 'partner':
      return [partnerKey];
    case 'operator':
      return [{ awsSigV4: [] }];
  }
}

/** The scope that a row asks for, for machines. */
export function scopeOf({ auth }: Route): {
  readonly 'x-required-agent-scope'?: string;
  readonly 'x-required-partner-scope'?: string;
} {
  if (auth.scheme === 'partner') return { 'x-required-partner-scope': auth.scope };
  if (auth.scheme !== 'key') return {};
  if (['any', 'none', 'unavailable'].includes(auth.agentScope)) return {};
  return { 'x-required-agent-scope': auth.agentScope };
}

/** The same, in words. */
export function describeAccess(auth: AuthRule): string | undefined {
  if (auth.scheme === 'partner') return `The Partner Key needs the scope \`${auth.scope}\`.`;
  if (auth.scheme !== 'key') return undefined;
  if (auth.agentScope === 'any') return 'Any Agent Key will do, whatever its scopes.';
  if (auth.agentScope === 'none') return 'Agent Keys are refused.';
  if (auth.agentScope === 'unavailable') return 'Agent Keys are refused with 503, and audited.';
  return `An Agent Key needs the scope \`${auth.agentScope}\`.`;
}
