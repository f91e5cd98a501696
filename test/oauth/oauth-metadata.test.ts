import { createLocalJWKSet, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { allowInsecureRequests, discovery } from 'openid-client';
import { describe, expect, it } from 'vitest';
import { routes } from '../../shared/service/routes/route-table.ts';
import { aClient } from '../support/clients.ts';
import { concretePath } from '../support/credentials.ts';
import { aCode, claimsOf, given, headerOf, postForm, redemption } from '../support/oauth.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const get = (path: string) => world.call('GET', path);

describe('discovery', () => {
  it('describes the provider and can be cached', async () => {
    const { status, body, headers } = await get('/.well-known/openid-configuration');
    const at = (name: string) => `${world.baseUrl}/api/oauth/${name}`;
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        issuer: world.baseUrl,
        authorization_endpoint: at('authorize'),
        token_endpoint: at('token'),
        userinfo_endpoint: at('userinfo'),
        jwks_uri: at('.well-known/jwks.json'),
        device_authorization_endpoint: at('device_authorization'),
        revocation_endpoint: at('revoke'),
        introspection_endpoint: at('introspect'),
        end_session_endpoint: at('end_session'),
        pushed_authorization_request_endpoint: at('par'),
        response_types_supported: ['code'],
        response_modes_supported: ['query', 'fragment', 'form_post'],
        grant_types_supported: [
          'authorization_code',
          'refresh_token',
          'urn:ietf:params:oauth:grant-type:device_code',
          'urn:ietf:params:oauth:grant-type:pre-authorized_code',
        ],
        'pre-authorized_grant_anonymous_access_supported': true,
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'ES256', 'PS256'],
        acr_values_supported: ['urn:registry:acr:emailed-code', 'urn:registry:acr:passkey'],
        token_endpoint_auth_methods_supported: [
          'client_secret_basic',
          'client_secret_post',
          'private_key_jwt',
          'attest_jwt_client_auth',
          'none',
        ],
        revocation_endpoint_auth_methods_supported: [
          'client_secret_basic',
          'client_secret_post',
          'private_key_jwt',
          'attest_jwt_client_auth',
          'none',
        ],
        introspection_endpoint_auth_methods_supported: [
          'client_secret_basic',
          'client_secret_post',
          'private_key_jwt',
          'attest_jwt_client_auth',
        ],
        token_endpoint_auth_signing_alg_values_supported: ['PS256', 'ES256'],
        revocation_endpoint_auth_signing_alg_values_supported: ['PS256', 'ES256'],
        introspection_endpoint_auth_signing_alg_values_supported: ['PS256', 'ES256'],
        client_attestation_signing_alg_values_supported: ['PS256', 'ES256'],
        client_attestation_pop_signing_alg_values_supported: ['ES256'],
        code_challenge_methods_supported: ['S256'],
        prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
        authorization_details_types_supported: ['openid_credential'],
        scopes_supported: [
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
          'credential:residency',
          'credential:good_standing',
        ],
        claims_supported: [
          'sub',
          'name',
          'given_name',
          'family_name',
          'email',
          'email_verified',
          'iss',
          'aud',
          'exp',
          'iat',
          'auth_time',
          'nonce',
          'acr',
          'amr',
          'at_hash',
          'sid',
        ],
        claims_parameter_supported: false,
        request_parameter_supported: true,
        request_object_signing_alg_values_supported: ['PS256', 'ES256'],
        request_uri_parameter_supported: false,
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
        require_pushed_authorization_requests: false,
        dpop_signing_alg_values_supported: ['ES256', 'PS256'],
        frontchannel_logout_supported: true,
        frontchannel_logout_session_supported: true,
        backchannel_logout_supported: true,
        backchannel_logout_session_supported: true,
        service_documentation: `${world.baseUrl}/docs`,
      },
    });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect((await get('/api/oauth/.well-known/openid-configuration')).body).toEqual(body);
    expect((await get('/.well-known/oauth-authorization-server')).body).toEqual(body);
  });

  it('names only endpoints that exist', async () => {
    const { body } = await get('/.well-known/openid-configuration');
    const named = Object.entries(Object(body)).filter(([key]) => /_endpoint$|_uri$/.test(key));
    const paths = new Set<string>(routes.map(({ path }) => path));
    const unknown = named.filter(([, url]) => !paths.has(String(url).slice(world.baseUrl.length)));
    expect(unknown).toEqual([]);
  });

  it('configures openid-client and oauth4webapi', async () => {
    const url = new URL(world.baseUrl);
    const found = await discovery(url, 'client', 'secret', undefined, {
      execute: [allowInsecureRequests],
    });
    expect(found.serverMetadata().issuer).toBe(world.baseUrl);
    const response = await oauth.discoveryRequest(url, { [oauth.allowInsecureRequests]: true });
    const server = await oauth.processDiscoveryResponse(url, response);
    expect(server.jwks_uri).toBe(`${world.baseUrl}/api/oauth/.well-known/jwks.json`);
    const plain = await oauth.processDiscoveryResponse(
      url,
      await oauth.discoveryRequest(url, {
        algorithm: 'oauth2',
        [oauth.allowInsecureRequests]: true,
      }),
    );
    expect(plain).toEqual(server);
  });
});

describe('the key set', () => {
  it('verifies ID tokens and access tokens, and contains no private members', async () => {
    const client = await aClient(world);
    const { id: personId } = await aResident(world);
    const issued = await aCode(world, { personId, client });
    const tokens = given(await postForm(world, 'token', redemption(client, issued)));
    const { body, headers } = await get('/api/oauth/.well-known/jwks.json');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect((await get('/.well-known/jwks.json')).body).toEqual(body);
    const { keys } = body as { readonly keys: { readonly kid: string; readonly alg: string }[] };
    const key = {
      kty: 'RSA',
      n: expect.any(String),
      e: 'AQAB',
      use: 'sig',
      alg: 'RS256',
      kid: expect.any(String),
    };
    expect(keys.filter(({ alg }) => alg === 'RS256')).toEqual([key, key]);
    expect(new Set(keys.map(({ alg }) => alg))).toEqual(new Set(['RS256', 'ES256', 'PS256']));
    const secrets = ['d', 'p', 'q', 'dp', 'dq', 'qi'];
    expect(
      keys.flatMap((each) => Object.keys(each)).filter((name) => secrets.includes(name)),
    ).toEqual([]);
    expect(keys.map(({ kid }) => kid)).toContain(headerOf(tokens.access_token)['kid']);
    const options = { currentDate: new Date(world.clock.now), issuer: world.baseUrl };
    for (const token of [tokens.id_token, tokens.access_token]) {
      const { payload } = await jwtVerify(token, createLocalJWKSet(Object(body)), options);
      expect(payload).toEqual(claimsOf(token));
    }
  });
});

describe('a deprecated operation', () => {
  const deprecated = routes.filter(({ deprecatedFor }) => deprecatedFor !== undefined);

  it.each(deprecated)('announces its successor in every answer: $method $path', async (row) => {
    const path = concretePath(row);
    // Without credentials: the public ones succeed, the others refuse.
    const { status, headers } = await world.call(row.method, path);
    expect({
      status,
      deprecation: headers.get('deprecation'),
      link: headers.get('link'),
    }).toEqual({
      status: row.auth.scheme === 'none' ? 200 : 401,
      deprecation: '@1767225600',
      link: `<${concretePath({ ...row, path: row.deprecatedFor ?? '/' })}>; rel="successor-version"`,
    });
  });
});
