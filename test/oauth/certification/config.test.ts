import { expect, it } from 'vitest';
import { aSecretClient } from '../../support/certification.ts';
import { useWorld } from '../../support/use-world.ts';

// The module of the plan "Config OP" of the OpenID Foundation.

const world = await useWorld();
await aSecretClient(world);
// The token-signing keys are published with the first token.
await world.deps.signer.nonces();

it('oidcc-discovery-endpoint-verification', async () => {
  const discoveryUrl = '/.well-known/openid-configuration';
  const { status, headers, body } = await world.call('GET', discoveryUrl);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
  const found: Readonly<Record<string, unknown>> = Object(body);
  expect(`${found['issuer']}${discoveryUrl}`).toBe(world.baseUrl + discoveryUrl);
  const issuer = new URL(String(found['issuer']));
  expect([issuer.search, issuer.hash]).toEqual(['', '']);
  expect(found).toMatchObject({
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
    grant_types_supported: expect.arrayContaining(['authorization_code']),
    scopes_supported: expect.arrayContaining(['openid']),
    claims_supported: expect.arrayContaining(['sub', 'iss', 'name', 'email']),
    code_challenge_methods_supported: ['S256'],
    claims_parameter_supported: false,
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
  });
  const scopes = (found['scopes_supported'] as readonly string[]).join('');
  expect(scopes).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]+$/);
  // Each endpoint is an address of the issuer's: https where the issuer is.
  const endpoints = Object.entries(found).filter(([name]) => /_endpoint$|_uri$/.test(name));
  expect(endpoints.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'authorization_endpoint',
      'token_endpoint',
      'userinfo_endpoint',
      'jwks_uri',
    ]),
  );
  for (const [name, url] of endpoints) {
    expect([name, new URL(String(url)).origin]).toEqual([name, issuer.origin]);
  }
  const set = await world.call('GET', String(found['jwks_uri']).slice(world.baseUrl.length));
  const keys: readonly Readonly<Record<string, unknown>>[] = Object(set.body).keys;
  const encoded = /^[\w-]+$/;
  const members = { RSA: ['n', 'e'], EC: ['x', 'y'] } as const;
  for (const key of keys) {
    expect(key).toMatchObject({ use: 'sig', alg: expect.any(String), kid: expect.any(String) });
    const named = members[key['kty'] as keyof typeof members];
    for (const member of named) expect(key[member]).toMatch(encoded);
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
      expect(key).not.toHaveProperty(secret);
  }
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
});
