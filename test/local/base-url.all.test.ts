import { type OutgoingHttpHeaders, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFront } from '../../local/front.ts';
import { person } from '../support/person.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { startTlsFront } from '../support/tls-front.ts';

const redirectUri = 'https://client.example/callback';
const scopes = ['openid', 'profile', 'offline_access'];
const host = 'registry.example';
let front: Awaited<ReturnType<typeof startTlsFront>>;
let service: RunningService;

beforeAll(async () => {
  front = await startTlsFront(host);
  service = await startService({ front: readFront(front.url) });
  front.leadTo(service.servedAt);
});
afterAll(async () => {
  await service.stop();
  await front.stop();
});

/** A visitor who reaches the service through the front. */
const browser = (email: string) =>
  person(front.url, email, { mailAt: service.baseUrl, fetch: front.fetch });
const asOperator =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00';
const text = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  return { status, type: headers.get('content-type') };
};

/** The status of a request with these header fields, which may name any host. */
const statusOf = (
  address: string,
  path: string,
  headers: OutgoingHttpHeaders | readonly string[],
  method = 'GET',
) =>
  new Promise((resolve, reject) => {
    const { port } = new URL(address);
    request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe('behind a TLS front', () => {
  it('a person can sign in, with cookies only for this host and HTTPS', async () => {
    const email = 'ada@residents.example';
    await service.operate('/persons', { email, givenName: 'Ada' });
    const first = await front.fetch(`${front.url}/portal/sign-in`, {
      headers: { accept: 'text/html' },
    });
    expect(first.status).toBe(200);
    const set = first.headers.getSetCookie();
    expect(set).not.toEqual([]);
    for (const cookie of set) expect(cookie).toMatch(/^__Host-\w+=.*Path=\/.*Secure/);

    const ada = browser(email);
    const arrival = await ada.answer(`${front.url}/portal`);
    expect(arrival.text).toContain('Ada');
    expect(ada.signIns()).toBe(1);
    expect(ada.cookieNames().filter((name) => !name.startsWith('__Host-'))).toEqual([]);
    // Still signed in: the next page asks for no code.
    await ada.answer(`${front.url}/portal/connections`);
    expect(ada.signIns()).toBe(1);
  });

  it('the issuer, all addresses in the metadata and the links in emails are those of the front', async () => {
    const email = 'grace@residents.example';
    const { id } = await service.operate('/persons', { email, givenName: 'Grace' });
    const client = await service.register({ scopes, redirectUris: [redirectUri] });
    // The library refuses another issuer than the given one, and addresses without TLS.
    const config = await oauth.discovery(
      new URL(front.url),
      client.clientId,
      {},
      oauth.ClientSecretBasic(client.clientSecret),
      { [oauth.customFetch]: front.fetch as oauth.CustomFetch },
    );
    const addresses = Object.entries(config.serverMetadata()).filter(([name]) =>
      /^issuer$|_(endpoint|uri)$/.test(name),
    );
    expect(addresses.filter(([, url]) => !String(url).startsWith(front.url))).toEqual([]);

    const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
    const url = oauth.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      prompt: 'consent',
    });
    const arrival = await browser(email).answer(url.href);
    const tokens = await oauth.authorizationCodeGrant(config, new URL(arrival.url), {
      pkceCodeVerifier,
    });
    expect(tokens.claims()?.iss).toBe(front.url);
    expect((await oauth.fetchUserInfo(config, tokens.access_token, id)).sub).toBe(id);

    const mails = await (await fetch(`${service.baseUrl}/local/mail?to=${email}`)).text();
    const links = [...mails.matchAll(/https?:\/\/[^\s"\\<]+/g)].map(([link]) => link);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !link.startsWith(`${front.url}/`))).toEqual([]);
  });

  it("a document link uses the front, can't be altered, and serves nothing as a script", async () => {
    const owner = await service.operate('/persons', { email: 'mary@residents.example' });
    await service.operate(`/persons/${owner.id}/residencies`, { residencyType: 'Resident' });
    const { key } = await service.operate(`/persons/${owner.id}/api_keys`, { kind: 'standard' });
    const entity = await service.operate('/legal_entities', {
      optionId: 'llc',
      extension: 'LLC',
      name: 'Acme',
      representatives: [owner.id],
    });
    for (const [name, contentType] of [
      ['Charter', 'text/plain'],
      ['Page', 'text/html'],
    ]) {
      await service.operate(`/legal_entities/${entity.id}/documents`, {
        name,
        slug: String(name).toLowerCase(),
        contentType,
        contentBase64: Buffer.from(`The ${name}`).toString('base64'),
      });
    }
    const list = await front.fetch(`${front.url}/api/v1/legal_entities/${entity.id}/documents`, {
      headers: { authorization: `Bearer ${key}` },
    });
    // The shape of the list.
    const { data } = (await list.json()) as { data: { name: string; fileUrl: string }[] };
    const seen = await Promise.all(
      data.map(async ({ name, fileUrl }) => {
        expect(fileUrl.startsWith(`${front.url}/local/documents/`)).toBe(true);
        const {
          status,
          headers,
          text: read,
        } = await front.fetch(fileUrl).then(async (answer) => ({
          status: answer.status,
          headers: answer.headers,
          text: await answer.text(),
        }));
        const policy = headers.get('content-security-policy');
        return { name, status, read, sniff: headers.get('x-content-type-options'), policy };
      }),
    );
    const shown = { status: 200, sniff: 'nosniff' };
    expect(seen.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { ...shown, name: 'Charter', read: 'The Charter', policy: null },
      { ...shown, name: 'Page', read: 'The Page', policy: "default-src 'none'; sandbox" },
    ]);
    const link = new URL(data[0]?.fileUrl ?? '');
    expect((await front.fetch(link, { method: 'DELETE' })).status).toBe(404);
    link.searchParams.set('X-Amz-Expires', '7200');
    expect((await front.fetch(link)).status).toBe(403);
    expect((await front.fetch(link.origin + link.pathname)).status).toBe(403);
  });

  it('the mail page, commands and the admin API are reachable only from this machine', async () => {
    const renaming = await startTlsFront(host, { renames: true });
    renaming.leadTo(service.servedAt);
    try {
      for (const { url, fetch: load } of [front, renaming]) {
        const notFound = { status: 404, type: 'application/json' };
        const headers = { authorization: asOperator };
        expect(await text(load(`${url}/local/mail`))).toEqual(notFound);
        expect(await text(load(`${url}/admin/v1/persons`, { headers }))).toEqual(notFound);
        const command = { method: 'POST', headers };
        expect(await text(load(`${url}/local/signing-keys/rotation`, command))).toEqual(notFound);
        expect((await load(`${url}/health`)).status).toBe(200);
      }
    } finally {
      await renaming.stop();
    }
    // A front that calls the service localhost and adds no header, or one that passes on what a stranger sends.
    for (const host of [`localhost:${new URL(service.servedAt).port}`, 'localhost', '127.0.0.1']) {
      const as = { host, authorization: asOperator };
      expect(await statusOf(service.servedAt, '/local/mail', as)).toBe(404);
      expect(await statusOf(service.servedAt, '/local/webhooks', as)).toBe(404);
      expect(await statusOf(service.servedAt, '/admin/v1/persons', as)).toBe(404);
      expect(await statusOf(service.servedAt, '/health', as)).toBe(200);
    }
    // The local port does not accept the front's host either.
    expect(await statusOf(service.baseUrl, '/local/mail', { host: new URL(front.url).host })).toBe(
      421,
    );
    const here = await fetch(`${service.baseUrl}/admin/v1/persons`, {
      headers: { authorization: asOperator },
    });
    expect(here.status).toBe(200);
  });

  it('a command is refused from a page of another site or without an origin', async () => {
    const to = (headers: OutgoingHttpHeaders) =>
      statusOf(
        service.baseUrl,
        '/local/clock',
        { 'content-type': 'application/json', ...headers },
        'POST',
      );
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' },
    ])
      expect(await to(headers)).toBe(403);
    // 400, as the body is missing.
    expect(await to({ origin: service.baseUrl, 'sec-fetch-site': 'same-origin' })).toBe(400);
    const twoHosts = ['host', 'localhost', 'host', 'localhost', 'content-type', 'application/json'];
    expect(await statusOf(service.baseUrl, '/local/clock', twoHosts, 'POST')).toBe(421);
  });

  it('webhooks are sent to no other port of this machine', async () => {
    const { id } = await service.operate('/persons', { email: 'eve@residents.example' });
    const scopes = ['agent:webhooks.manage'];
    const { key } = await service.operate(`/persons/${id}/api_keys`, { kind: 'agent', scopes });
    const make = async (url: string) =>
      (
        await fetch(`${service.baseUrl}/api/v1/webhook_endpoints`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ url }),
        })
      ).status;
    expect(await make('http://127.0.0.1:8080/internal')).toBe(400);
    expect(await make('http://localhost:8080/internal')).toBe(400);
    expect(await make(`${service.servedAt}/local/webhooks`)).toBe(400);
    expect(await make(`${service.baseUrl}/local/webhooks`)).toBe(200);
  });

  it("only the front's host and local hosts are accepted, and no other machine can connect", async () => {
    const { port } = new URL(service.servedAt);
    const status = (name: string) => statusOf(service.servedAt, '/health', { host: name });
    expect(await status(new URL(front.url).host)).toBe(200);
    expect(await status(`localhost:${port}`)).toBe(200);
    expect(await status('other.example')).toBe(421);
    expect(await status(host)).toBe(421);
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((each) => each?.family === 'IPv4' && !each.internal);
    const answered = await Promise.allSettled(
      others.map((each) => fetch(`http://${each?.address}:${port}/health`)),
    );
    expect(answered.filter(({ status: outcome }) => outcome === 'fulfilled')).toEqual([]);
  });
});

describe('--base-url', () => {
  it.each([
    ['https://registry.example', 'registry.example'],
    ['https://Registry.Example:443/', 'registry.example'],
    ['https://registry.example:8443', 'registry.example:8443'],
  ])('accepts %s', (given, expected) => {
    expect(readFront(given)).toEqual({ url: `https://${expected}`, host: expected });
  });

  it.each([
    '',
    'registry.example',
    'http://registry.example',
    'https://registry.example/registry',
    'https://registry.example?a=b',
    'https://ada@registry.example',
    'https://registry.example#top',
    'https://',
  ])('refuses %j with an explanation', (given) => {
    expect(() => readFront(given)).toThrow(
      `--base-url ${given} can't be used: give https:// and a host, without a path, such as https://registry.example.com.`,
    );
  });
});
