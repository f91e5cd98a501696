import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../support/person.ts';
import { type RunningService, startService } from '../support/running-service.ts';

const redirectUri = 'http://localhost:4455/callback';
const email = 'grace@residents.example';
const scope = 'openid email offline_access service:person.details.read';
const insecure = { [oauth.allowInsecureRequests]: true };

let service: RunningService;
let server: oauth.AuthorizationServer;
let client: oauth.Client;
let authentication: oauth.ClientAuth;
let subject: string;

beforeAll(async () => {
  service = await startService();
  const grace = { email, givenName: 'Grace', surname: 'Hopper' };
  subject = (await service.operate('/persons', grace)).id;
  const { clientId, clientSecret } = await service.register({
    redirectUris: [redirectUri],
    scopes: scope.split(' '),
  });
  client = { client_id: clientId };
  authentication = oauth.ClientSecretBasic(clientSecret);
  const issuer = new URL(service.baseUrl);
  server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...insecure }),
  );
});
afterAll(() => service.stop());

/** An authorization response that the person agreed to, validated by the library. */
async function agreed() {
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(String(server.authorization_endpoint));
  url.search = String(
    new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state,
      nonce,
      max_age: '300',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  );
  const arrival = await person(service.baseUrl, email).answer(url.href);
  const parameters = oauth.validateAuthResponse(server, client, new URL(arrival.url), state);
  return { parameters, nonce, verifier };
}

it('oauth4webapi completes the code flow with all its checks', async () => {
  const { parameters, nonce, verifier } = await agreed();
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    redirectUri,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    maxAge: 300,
    requireIdToken: true,
  });
  // The check above does not include the signature, as the answer came directly from the issuer.
  await oauth.validateApplicationLevelSignature(server, response, insecure);
  expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: subject, nonce });

  const claims = await oauth.validateJwtAccessToken(
    server,
    new Request(`${service.baseUrl}/api/v1/me/natural-person`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    }),
    'registry-api',
    insecure,
  );
  expect(claims).toMatchObject({
    iss: service.baseUrl,
    sub: subject,
    client_id: client.client_id,
    scope,
  });

  const userinfo = await oauth.processUserInfoResponse(
    server,
    client,
    subject,
    await oauth.userInfoRequest(server, client, tokens.access_token, insecure),
  );
  expect(userinfo).toEqual({ sub: subject, email, email_verified: true });

  const read = await oauth.protectedResourceRequest(
    tokens.access_token,
    'GET',
    new URL('/api/v1/me/natural-person', service.baseUrl),
    undefined,
    undefined,
    insecure,
  );
  expect(await read.json()).toMatchObject({ name: 'Grace Hopper' });

  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      String(tokens.refresh_token),
      insecure,
    ),
  );
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
  const introspected = await oauth.processIntrospectionResponse(
    server,
    client,
    await oauth.introspectionRequest(
      server,
      client,
      authentication,
      refreshed.access_token,
      insecure,
    ),
  );
  expect(introspected).toMatchObject({ active: true, sub: subject });
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(
      server,
      client,
      authentication,
      String(refreshed.refresh_token),
      insecure,
    ),
  );
});

it('oauth4webapi reads the challenge of a resource for a missing scope or an invalid token', async () => {
  const url = new URL('/api/v1/me/legal-entities', service.baseUrl);
  const ask = (token: string) =>
    oauth.protectedResourceRequest(token, 'GET', url, undefined, undefined, insecure);
  await expect(ask('nonsense')).rejects.toMatchObject({
    status: 401,
    cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
  });
});

it('oauth4webapi understands the errors of the token endpoint', async () => {
  const { parameters } = await agreed();
  const wrongSecret = oauth.ClientSecretPost('wrong');
  const redeem = (by: oauth.ClientAuth, verifier: string) =>
    oauth
      .authorizationCodeGrantRequest(
        server,
        client,
        by,
        parameters,
        redirectUri,
        verifier,
        insecure,
      )
      .then((response) => oauth.processAuthorizationCodeResponse(server, client, response));
  await expect(redeem(wrongSecret, oauth.generateRandomCodeVerifier())).rejects.toMatchObject({
    status: 401,
    error: 'invalid_client',
  });
  await expect(redeem(authentication, oauth.generateRandomCodeVerifier())).rejects.toMatchObject({
    status: 400,
    error: 'invalid_grant',
  });
});

it('the aliases of the discovery document and the key set have the same content', async () => {
  const read = async (path: string) => {
    const response = await fetch(service.baseUrl + path);
    return [response.status, await response.json()];
  };
  expect(await read('/api/oauth/.well-known/openid-configuration')).toEqual(
    await read('/.well-known/openid-configuration'),
  );
  expect(await read('/.well-known/jwks.json')).toEqual(
    await read('/api/oauth/.well-known/jwks.json'),
  );
  expect(server.jwks_uri).toBe(`${service.baseUrl}/api/oauth/.well-known/jwks.json`);
});
