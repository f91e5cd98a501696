import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storedClientId } from '../../shared/oauth/auth/oauth-token.ts';
import { findClient } from '../../shared/oauth/db/oauth-clients.ts';
import { clientOfDocument } from '../../shared/oauth/usecases/client-documents.ts';
import { openSafeFetch } from '../../shared/platform/aws/safe-fetch.ts';
import { authorizePath, clientAnswer, pathTo } from '../support/authorization.ts';
import { given, postForm, summaryOf } from '../support/oauth.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const redirectUri = 'https://assistant.example/callback';
const verifier = randomBytes(32).toString('base64url');
const request = {
  scope: 'agent:registry.search agent:verify_rpn',
  resource: `${world.baseUrl}/mcp`,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

let origin = '';
let documents = 0;
let asked = 0;
let status = 200;
/** Members of the document instead of, or in addition to, the usual ones. */
let members: object | string = {};
const server = createServer(({ url }, response) => {
  asked += 1;
  const usual = {
    client_id: origin + url,
    client_name: 'Example Assistant',
    redirect_uris: [redirectUri],
  };
  const document = typeof members === 'string' ? members : { ...usual, ...members };
  response.writeHead(status, { ...(status === 302 && { location: `${origin}/other` }) });
  response.end(typeof document === 'string' ? document : JSON.stringify(document));
});
beforeAll(async () => {
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let ada: Person;
let address = '';
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000) + 3_600_000;
  ada = await aResident(world);
  documents += 1;
  address = `${origin}/client-${documents}.json`;
  asked = 0;
  status = 200;
  members = {};
});

const client = (clientId = address) => ({ clientId, redirectUri });

/** What an anonymous browser gets: the consent page, or an error. */
async function outcome(clientId = address, parameters: Readonly<Record<string, string>> = {}) {
  const browser = visitor(world.baseUrl);
  const path = authorizePath(client(clientId), { ...request, ...parameters });
  const answer = await browser.open(path);
  return answer.status === 307 ? 'asks' : `${answer.status} ${clientAnswer(answer).to}`;
}

const refusedHere = '400 nullblank';

async function tokens() {
  const browser = await signedIn(world, ada.email);
  const page = pathTo(await browser.open(authorizePath(client(), request)));
  await browser.open(page);
  const { code } = clientAnswer(
    await browser.send(page, { decision: 'approve', scope: ['agent:verify_rpn'] }),
  ) as { code?: string };
  const form = { code: String(code), redirect_uri: redirectUri, code_verifier: verifier };
  const answer = await postForm(world, 'token', {
    ...{ grant_type: 'authorization_code', client_id: address, ...form },
  });
  return given(answer);
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const atMcp = async (key: string) =>
  summaryOf(await world.call('POST', '/mcp', { key, body: ping }));

describe('a client whose id is the address of its metadata', () => {
  it('connects without registration, with its name and its host', async () => {
    const browser = await signedIn(world, ada.email);
    const page = pathTo(await browser.open(authorizePath(client(), request)));
    expect(shownText(await browser.open(page))).toContain(
      `Allow Example Assistant (${new URL(origin).host}) to act for you?`,
    );
    const { access_token: token, refresh_token: next, scope } = await tokens();
    expect(scope).toBe('agent:verify_rpn');
    expect(await atMcp(token)).toBe('200');
    const form = { grant_type: 'refresh_token', refresh_token: next, client_id: address };
    expect(summaryOf(await postForm(world, 'token', form))).toBe('200');
    const connections = await browser.open('/portal/connections');
    expect(shownText(connections)).toContain(`Example Assistant (${new URL(origin).host})`);
    const path = `/portal/connections/${storedClientId(address)}/revoke`;
    await browser.open(path);
    await browser.send(path, {});
    expect(await atMcp(token)).toBe('401 invalid_token');
  });

  it('is asked for its document once an hour, and used for a week while its host fails', async () => {
    expect(await outcome()).toBe('asks');
    expect(await outcome()).toBe('asks');
    expect(asked).toBe(1);
    world.clock.now += 3_600_000;
    status = 503;
    expect(await outcome()).toBe('asks');
    expect(asked).toBe(2);
    world.clock.now += 7 * 86_400_000;
    expect(await outcome()).toBe(refusedHere);
  });

  it('gets its new redirect URIs, and no longer the previous ones', async () => {
    expect(await outcome()).toBe('asks');
    world.clock.now += 3_600_000;
    members = { redirect_uris: ['https://assistant.example/new'] };
    expect(await outcome()).toBe(refusedHere);
  });

  it('ends with its document, and stays disabled once operators disabled it', async () => {
    const { access_token: token } = await tokens();
    const path = `/oauth_clients/${storedClientId(address)}`;
    expect((await world.admin('PATCH', path, { active: false })).status).toBe(200);
    expect(await atMcp(token)).toBe('401 invalid_token');
    world.clock.now += 3_600_000;
    expect(await outcome()).toBe(refusedHere);
    expect(asked).toBe(2);
    // It must be permanent: if it were deleted and created again, it would be active.
    const disabled = await findClient(world.table, storedClientId(address));
    expect([disabled?.active, disabled?.ttl]).toEqual([false, 253_402_300_799]);
    address += '/gone';
    expect(await outcome()).toBe('asks');
    world.clock.now += 3_600_000;
    status = 404;
    expect(await outcome()).toBe(refusedHere);
  });

  it('is kept as long as a grant can last', async () => {
    expect(await outcome()).toBe('asks');
    const days = async () => {
      const { ttl = 0 } = (await findClient(world.table, storedClientId(address))) ?? {};
      return Math.round((ttl - world.clock.now / 1000) / 86_400);
    };
    expect(await days()).toBe(7);
    await tokens();
    expect(await days()).toBe(187);
    const trail = await world.admin('GET', '/audit?action=oauth_client.registered');
    expect(JSON.stringify(trail.body)).toContain(storedClientId(address));
    world.clock.now += 3_600_000;
    expect(await outcome()).toBe('asks');
    expect(await days()).toBe(187);
  });

  it.each<[string, object | string]>([
    ['of another client', { client_id: 'https://other.example/client.json' }],
    ['without a name', { client_name: undefined }],
    ['with a redirect URI without TLS', { redirect_uris: ['http://assistant.example/callback'] }],
    ['without redirect URIs', { redirect_uris: [] }],
    ['with a secret', { client_secret: 'known-to-all' }],
    ['with a secret as its method', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['without the grant of codes', { grant_types: ['client_credentials'] }],
    ['that is no JSON', '<html>'],
    ['that is too large', { padding: 'x'.repeat(11_000) }],
  ])('is refused with a document %s', async (_, wrong) => {
    members = wrong;
    expect(await outcome()).toBe(refusedHere);
    expect(await findClient(world.table, storedClientId(address))).toBeNull();
  });

  it('is refused with a redirect instead of its document', async () => {
    status = 302;
    expect(await outcome()).toBe(refusedHere);
    expect(asked).toBe(1);
  });

  it('is refused at an address in another form, without a request', async () => {
    for (const wrong of [
      `${origin}/`,
      `${origin}/a/../client.json`,
      `${origin}/client.json?x=1`,
      `${origin}/client.json#x`,
      origin.replace('http://', 'http://user@'),
      `${origin}/${'x'.repeat(500)}`,
      'ftp://assistant.example/client.json',
    ]) {
      expect(await outcome(wrong)).toBe(refusedHere);
    }
    expect(asked).toBe(0);
  });

  it('is never fetched from a private network, or without TLS outside a laptop', async () => {
    const resolve = async (name: string) => [name === 'inside.example' ? '10.0.0.5' : '127.0.0.1'];
    const deps = { ...world.deps, safeFetch: openSafeFetch({ resolve }) };
    for (const url of [
      'https://inside.example/client.json',
      'https://local.example/client.json',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/client.json',
      address,
    ]) {
      expect(await clientOfDocument(url, deps)).toBeNull();
    }
    expect(asked).toBe(0);
  });

  it('gets no other scopes, and no token without the consent page', async () => {
    const ofApi = { scope: 'openid', resource: `${world.baseUrl}/api/v1` };
    expect(await outcome(address, ofApi)).toBe(`303 ${redirectUri}`);
    expect(await outcome(address, { scope: `${request.scope} openid` })).toBe(`303 ${redirectUri}`);
    const form = { client_id: address, scope: request.scope, resource: request.resource };
    expect(summaryOf(await postForm(world, 'device_authorization', form))).toBe(
      '400 invalid_scope',
    );
  });

  it('causes at most twenty requests a minute to one host', async () => {
    for (let each = 0; each < 25; each += 1) await outcome(`${address}/${each}`);
    expect(asked).toBe(20);
  });
});

describe('a registry that accepts no metadata documents', () => {
  const accepts = (clientDocuments: boolean) => Object.assign(world.deps, { clientDocuments });
  afterEach(() => accepts(true));
  const supported = async () => {
    const { body } = await world.call('GET', '/.well-known/oauth-authorization-server');
    return Object(body).client_id_metadata_document_supported;
  };

  it('says so in its metadata and on the page, and requests nothing', async () => {
    expect(await supported()).toBe(true);
    accepts(false);
    expect(await supported()).toBe(false);
    const answer = await visitor(world.baseUrl).open(authorizePath(client(), request));
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain(
      'This registry accepts only registered clients, no metadata documents',
    );
    expect(asked).toBe(0);
    const form = { ...request, client_id: address, response_type: 'code' };
    expect(summaryOf(await postForm(world, 'par', { ...form, redirect_uri: redirectUri }))).toBe(
      '401 invalid_client',
    );
  });

  it('lets nobody finish a request or refresh a token, and registered clients still connect', async () => {
    const { refresh_token: next } = await tokens();
    const form = { grant_type: 'refresh_token', refresh_token: next, client_id: address };
    const browser = await signedIn(world, ada.email);
    const page = pathTo(await browser.open(authorizePath(client(), request)));
    await browser.open(page);
    accepts(false);
    const answer = await browser.send(page, { decision: 'approve', scope: ['agent:verify_rpn'] });
    expect(`${answer.status} ${clientAnswer(answer).to}`).toBe(refusedHere);
    expect(summaryOf(await postForm(world, 'token', form))).toBe('401 invalid_client');
    const registered = await created(world, '/oauth_clients', {
      ...{ name: 'Registered', redirectUris: [redirectUri], scopes: ['agent:verify_rpn'] },
      public: true,
    });
    expect(await outcome(String(registered['clientId']), { scope: 'agent:verify_rpn' })).toBe(
      'asks',
    );
    accepts(true);
    expect(summaryOf(await postForm(world, 'token', form))).toBe('200');
  });
});
