import { beforeEach, describe, expect, it } from 'vitest';
import type { AnyRule, AuthRule, OAuthRule } from '../../shared/kernel/domain/auth-rule.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import {
  concretePath,
  issueCredentials,
  operatorHeaders,
  unknownKey,
} from '../support/credentials.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const credentials = await issueCredentials(world);
beforeEach(() => {
  // Enough time to stay below the limits per minute, and so little that access tokens outlive the file.
  world.clock.now += 700;
});

const missing = { status: 401, error: 'Missing API key', code: 'api_key.missing' };
const invalid = { status: 401, error: 'Invalid API key', code: 'api_key.invalid' };
const insufficient = {
  status: 403,
  error: 'Insufficient permissions',
  code: 'api_key.insufficient_permissions',
};
const unavailable = {
  status: 503,
  error:
    'Hosted checkout is not available to Agent Keys. Use POST /api/v1/legal_entity_applications/{id}/pay/voucher.',
  code: 'checkout.not_for_agents',
};
const forbidden = { status: 403, error: 'Forbidden', code: 'request.forbidden' };
const missingToken = { status: 401, error: 'missing_token', code: 'access_token.missing' };
const invalidToken = { status: 401, error: 'invalid_token', code: 'access_token.invalid' };
const invalidClient = { status: 401, error: 'invalid_client' };
const standardKey = {
  status: 403,
  error: 'Standard API keys are not supported on this endpoint',
  code: 'api_key.standard_not_supported',
};
const admitted = 'admitted';

type Expected =
  | typeof admitted
  | { readonly status: number; readonly error: string; readonly code?: string };

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Every kind of credential, with its headers. */
const kinds: Record<string, (rule: AuthRule) => Record<string, string>> = {
  none: () => ({}),
  'another scheme': () => ({ authorization: 'Basic dXNlcjpwYXNz' }),
  'no key at all': () => bearer('hello'),
  'a JWT': () => bearer('eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'),
  'an unknown key': () => bearer(unknownKey),
  'a Standard Key': () => bearer(credentials.standard),
  'an Agent Key with every scope': () => bearer(credentials.agentWithEveryScope),
  'an Agent Key without the scope': (rule) => bearer(credentials.agentWithout(agentScopeOf(rule))),
  'a Partner Key with every scope': () => bearer(credentials.partnerWithEveryScope),
  'a Partner Key without the scope': (rule) =>
    bearer(credentials.partnerWithout(partnerScopeOf(rule))),
  'an access token with every scope': () => bearer(credentials.tokenWithEveryScope),
  'an access token without the scope': (rule) =>
    bearer(credentials.tokenWithout(oauthScopeOf(rule))),
  'an operator': () => operatorHeaders,
};

/** The scope that the rule requires; empty if it requires none. */
function agentScopeOf(rule: AuthRule): string {
  if (rule.scheme === 'any') return rule.agentScope;
  if (rule.scheme === 'any-key') return rule.agentScope ?? '';
  if (rule.scheme === 'oauth') return rule.agentScope ?? '';
  if (rule.scheme !== 'key' || ['any', 'none', 'unavailable'].includes(rule.agentScope)) return '';
  return rule.agentScope;
}

function partnerScopeOf(rule: AuthRule): string {
  if (rule.scheme === 'any') return rule.partnerScope;
  if (rule.scheme === 'any-key') return rule.partnerScope ?? '';
  return rule.scheme === 'partner' ? rule.scope : '';
}

function oauthScopeOf(rule: AuthRule): string {
  if (rule.scheme === 'any') return rule.oauthScope;
  return rule.scheme === 'oauth' ? rule.scope : '';
}

/** The scopes that the rule requires of keys. */
function neededBy(rule: AuthRule): readonly string[] {
  return [agentScopeOf(rule), partnerScopeOf(rule)].filter((scope) => scope !== '');
}

function expected({ auth: rule, clientAuthentication, path }: Route, kind: string): Expected {
  // Bearer credentials do not identify the client.
  if (clientAuthentication) return invalidClient;
  if (rule.scheme === 'none') return admitted;
  if (rule.scheme === 'operator') return kind === 'an operator' ? admitted : forbidden;
  if (rule.scheme === 'oauth') return expectedOfToken(rule, kind, path);
  // An operator's signature is not a Bearer credential.
  if (['none', 'another scheme', 'an operator'].includes(kind)) return missing;
  if (rule.scheme === 'any') return expectedOfAny(rule, kind);
  const noKeys = ['no key at all', 'a JWT', 'an unknown key'];
  const isToken = kind === 'a JWT' || kind.startsWith('an access token');
  // These tokens are for the API.
  if (isToken && rule.scheme === 'any-key' && rule.connected) return invalidToken;
  if (noKeys.includes(kind) || kind.startsWith('an access token')) return invalid;
  if (rule.scheme === 'any-key') {
    const lacksIt = rule.agentScope !== undefined && kind.endsWith('without the scope');
    return lacksIt ? insufficient : admitted;
  }
  const partner = kind.startsWith('a Partner Key');
  if (rule.scheme === 'partner') {
    if (!partner) return invalid;
    return kind.endsWith('without the scope') ? insufficient : admitted;
  }
  if (partner) return invalid;
  if (kind === 'a Standard Key' || rule.agentScope === 'any') return admitted;
  if (rule.agentScope === 'unavailable') return unavailable;
  if (rule.agentScope === 'none' || kind.endsWith('without the scope')) return insufficient;
  return admitted;
}

function expectedOfAny({ oauthScope }: AnyRule, kind: string): Expected {
  if (kind === 'a JWT') return invalidToken;
  if (['no key at all', 'an unknown key'].includes(kind)) return invalid;
  if (!kind.endsWith('without the scope')) return admitted;
  return kind.startsWith('an access token')
    ? { status: 401, error: `missing_scopes: ${oauthScope}`, code: 'access_token.missing_scope' }
    : insufficient;
}

function expectedOfToken({ scope, agentScope }: OAuthRule, kind: string, path: string): Expected {
  if (['none', 'another scheme', 'an operator'].includes(kind)) return missingToken;
  if (kind === 'an access token with every scope') return admitted;
  if (kind === 'an access token without the scope') {
    return path.startsWith('/api/oauth/')
      ? { status: 403, error: 'insufficient_scope' }
      : { status: 401, error: `missing_scopes: ${scope}`, code: 'access_token.missing_scope' };
  }
  if (agentScope === undefined) return invalidToken;
  if (kind === 'a Standard Key') return standardKey;
  if (kind === 'an Agent Key with every scope') return admitted;
  return kind === 'an Agent Key without the scope' ? insufficient : invalidToken;
}

async function expectAsItsRuleSays(route: Route, kind: string): Promise<void> {
  const { status, body } = await world.call(route.method, concretePath(route), {
    headers: kinds[kind]?.(route.auth) ?? {},
  });
  const rule = expected(route, kind);
  if (rule === admitted) {
    // A form that was not sent by our own pages is refused with 403, with any credential.
    expect(route.bodyType === 'form' ? [401] : [401, 403]).not.toContain(status);
    expect(status).toBeLessThan(500);
    return;
  }
  // OAuth endpoints answer in the words of the standard, without a code and a request id.
  const { error_description: _, required_scope: scope, ...rest } = Object(body);
  const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const own = route.path.startsWith('/api/oauth/');
  expect({ status, body: rest }).toEqual({
    status: rule.status,
    body: { error: rule.error, ...(!own && { code: rule.code, requestId }) },
  });
  // A key of the right kind without the scope gets the name of the scope.
  const lacks = /an (Agent|Partner) Key without the scope/i.test(kind);
  const isRefused = lacks && rule.error === insufficient.error;
  const needed = neededBy(route.auth);
  if (scope !== undefined || (isRefused && needed.length > 0)) expect(needed).toContain(scope);
}

/** Everything that decides who is admitted and how a refusal is worded. */
const ruleOf = ({ auth, clientAuthentication, path }: Route) =>
  JSON.stringify([auth, clientAuthentication ?? false, path.startsWith('/api/oauth/')]);

const oneOfEachRule = [...Map.groupBy(routes, ruleOf)].flatMap(([rule, [route]]) =>
  route === undefined ? [] : [[rule, route] as const],
);

describe.each(oneOfEachRule)('the rule %s', (_, route) => {
  it.each(Object.keys(kinds))('answers %s as the rule says', (kind) =>
    expectAsItsRuleSays(route, kind),
  );
});

/** One credential that is just refused and one that is just admitted. */
function decisiveFor(route: Route): readonly string[] {
  const names = Object.keys(kinds);
  const nearlyFirst = names
    .toReversed()
    .toSorted((left, right) => scopeless(right) - scopeless(left));
  const refused = nearlyFirst.find((kind) => expected(route, kind) !== admitted);
  const taken = nearlyFirst.find((kind) => expected(route, kind) === admitted);
  return [refused, taken].filter((kind) => kind !== undefined);
}
const scopeless = (kind: string) => Number(kind.endsWith('without the scope'));

describe('each route', () => {
  it.each(routes.map((route): [string, Route] => [`${route.method} ${route.path}`, route]))(
    '%s follows its rule: refuses one credential and admits another',
    async (_, route) => {
      for (const kind of decisiveFor(route)) await expectAsItsRuleSays(route, kind);
    },
  );
});

it('each route has its own operationId, and its own method and path', () => {
  const ids = routes.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const places = routes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(places).size).toBe(places.length);
});
