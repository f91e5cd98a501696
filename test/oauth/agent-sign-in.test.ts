import { createHash, randomBytes } from 'node:crypto';
import {
  auth,
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { activeKeysOf, allKeysOf } from '../../shared/access/db/api-keys.ts';
import { keys, partitions } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { findPerson } from '../../shared/people/db/people.ts';
import { authorizePath, clientAnswer, pathTo } from '../support/authorization.ts';
import type { Client as KnownClient } from '../support/clients.ts';
import { claimsOf, given, inForm, postForm, rotation, summaryOf } from '../support/oauth.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { apiKeysIn } from '../support/privacy.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const resource = `${world.baseUrl}/mcp`;
const redirectUri = 'https://assistant.example/callback';
const asked = ['agent:entity.application.create', 'agent:registry.search'];
const scope = `${asked.join(' ')} offline_access`;
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const request = {
  ...{ scope, resource, code_challenge: challenge, code_challenge_method: 'S256' },
};

const opened: Client[] = [];
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
});

let ada: Person;
const assistant = await anAssistant();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
});

async function anAssistant(fields: object = {}): Promise<KnownClient> {
  const client = await created(world, '/oauth_clients', {
    name: 'Assistant',
    redirectUris: [redirectUri],
    scopes: [...asked, 'openid', 'offline_access', 'service:entity.read'],
    ...fields,
  });
  const { clientId, clientSecret } = client;
  return { clientId: String(clientId), clientSecret: String(clientSecret), redirectUri };
}

const willOf = ({ id }: Person) => world.admin('PUT', `/persons/${id}/manifestation_of_will`, {});

/** The consent page for the assistant's request, in a browser whose user is signed in. */
async function requestedBy(
  parameters: Readonly<Record<string, string | null>> = {},
  client = assistant,
): Promise<{ readonly browser: Visitor; readonly page: string }> {
  const browser = await signedIn(world, ada.email);
  const page = pathTo(await browser.open(authorizePath(client, { ...request, ...parameters })));
  await browser.open(page);
  return { browser, page };
}

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A code that the user allowed. */
async function allowed(fields: Fields = {}, client = assistant): Promise<string> {
  const { browser, page } = await requestedBy({}, client);
  const answer = await browser.send(page, { decision: 'approve', scope: asked, ...fields });
  const { code } = clientAnswer(answer) as { code?: string };
  if (code === undefined) throw new Error(`no code: ${answer.status} ${shownText(answer)}`);
  return code;
}

const redeeming = (code: string, client = assistant) => ({
  grant_type: 'authorization_code',
  ...{ code, redirect_uri: redirectUri, code_verifier: verifier, resource },
  ...inForm(client),
});

async function connected(fields: Fields = {}, client = assistant) {
  await willOf(ada);
  return given(await postForm(world, 'token', redeeming(await allowed(fields, client), client)));
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const atMcp = (token: string) => world.call('POST', '/mcp', { key: token, body: ping });
const statusAtMcp = async (token: string) => summaryOf(await atMcp(token));

const keysOf = ({ id }: Person) => allKeysOf(world.table, partitions.person(id));
async function onlyKey(person: Person = ada) {
  const [key, ...more] = await keysOf(person).then((all) =>
    all.filter(({ kind }) => kind === 'agent'),
  );
  if (key === undefined || more.length > 0) throw new Error('not one Agent Key');
  return key;
}
const refreshed = (token: string, client = assistant) =>
  postForm(world, 'token', { ...rotation(client, token), resource });

/** The official client, whose user signs in on the portal and allows what it asks for. */
class Signing implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = {
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
  };
  address: URL | undefined;
  #tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  #verifier = '';
  clientInformation() {
    return { client_id: assistant.clientId, client_secret: assistant.clientSecret };
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: NonNullable<Awaited<ReturnType<OAuthClientProvider['tokens']>>>) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(address: URL) {
    this.address = address;
  }
  saveCodeVerifier(text: string) {
    this.#verifier = text;
  }
  codeVerifier() {
    return this.#verifier;
  }
}

describe('the official MCP client', () => {
  it('connects by sign-in: 401, metadata, consent, token, tools and a call', async () => {
    await willOf(ada);
    const provider = new Signing();
    const challenged = await world.call('POST', '/mcp', { key: undefined, body: ping });
    expect(challenged.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${world.baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect(await auth(provider, { serverUrl: resource })).toBe('REDIRECT');
    const { searchParams: sent } = new URL(String(provider.address));
    expect(Object.fromEntries(sent)).toMatchObject({ resource, code_challenge_method: 'S256' });
    const browser = await signedIn(world, ada.email);
    const some = authorizePath(assistant, { ...Object.fromEntries(sent), scope });
    const page = pathTo(await browser.open(some));
    await browser.open(page);
    const { code } = clientAnswer(
      await browser.send(page, { decision: 'approve', scope: ['agent:registry.search'] }),
    ) as { code?: string };
    const exchanged = await auth(provider, {
      serverUrl: resource,
      authorizationCode: String(code),
      iss: world.baseUrl,
    });
    expect(exchanged).toBe('AUTHORIZED');
    const client = new Client({ name: 'a test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(resource), {
      authProvider: provider,
    });
    await client.connect(transport);
    opened.push(client);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('searchLegalEntities');
    expect(names).not.toContain('createLegalEntityApplication');
    const called = await client.callTool({ name: 'whoAmI', arguments: {} });
    expect(called.structuredContent).toMatchObject({
      data: { kind: 'agent', label: 'Assistant', scopes: ['agent:registry.search'] },
    });
    const refused = await client.callTool({
      name: 'listLegalEntityDocuments',
      arguments: { id: ada.id },
    });
    expect(refused.structuredContent).toMatchObject({
      required_scope: 'agent:entity.documents.read',
    });
  });
});

describe('consent for an application that acts for the user', () => {
  it('leads to the Manifestation of Will and back, and until then offers no scope that writes', async () => {
    const { browser, page } = await requestedBy();
    const before = await browser.open(page);
    expect(shownText(before)).toContain('Allow Assistant to act for you?');
    // Its key expires, so the access does not stay until the user ends it.
    expect(shownText(before)).toContain('The access lasts 180 days');
    expect(before.text).toContain('value="agent:registry.search"');
    expect(before.text).not.toContain('value="agent:entity.application.create"');
    const next = `/portal/developer/manifestation?${new URLSearchParams({ next: page })}`;
    expect(before.text).toContain(next.replaceAll('&', '&amp;'));
    const refused = await browser.send(page, { decision: 'approve', scope: asked });
    expect(refused.status).toBe(400);
    await browser.open(next);
    const signed = await browser.send(next, { agree: 'yes', signerName: 'Test Resident' });
    expect(pathTo(signed)).toBe(page);
    expect((await browser.open(page)).text).toContain('value="agent:entity.application.create"');
    const answer = await browser.send(page, { decision: 'approve', scope: asked });
    expect(clientAnswer(answer)).toMatchObject({ to: redirectUri, code: expect.any(String) });
  });

  it('does not lead anywhere else from the Manifestation of Will', async () => {
    const browser = await signedIn(world, ada.email);
    for (const next of ['https://evil.example/', '//evil.example', '/portal/developer']) {
      const path = `/portal/developer/manifestation?${new URLSearchParams({ next })}`;
      await browser.open(path);
      const signed = await browser.send(path, { agree: 'yes', signerName: 'Test Resident' });
      expect(pathTo(signed)).toBe('/portal/developer/manifestation');
    }
  });

  it('needs at least one of the requested scopes, and allows no other', async () => {
    await willOf(ada);
    const { browser, page } = await requestedBy();
    for (const chosen of [
      [],
      ['agent:entity.filing.pay'],
      ['agent:registry.search', 'agent:verify_rpn'],
    ]) {
      const answer = await browser.send(page, { decision: 'approve', scope: chosen });
      expect(answer.status).toBe(400);
    }
    expect(await keysOf(ada)).toHaveLength(1);
  });

  it('asks each time, also who has allowed it before', async () => {
    await connected();
    const browser = await signedIn(world, ada.email);
    const again = await browser.open(authorizePath(assistant, request));
    expect(pathTo(again)).toMatch(/^\/oauth\/consent/);
    const silent = await browser.open(authorizePath(assistant, { ...request, prompt: 'none' }));
    expect(clientAnswer(silent)).toMatchObject({ error: 'consent_required' });
  });

  it('makes one Agent Key that asks first, shown with the application’s name and no rotation', async () => {
    const tokens = await connected({ approval: 'required' });
    expect(tokens.scope).toBe(scope);
    expect(claimsOf(tokens.access_token)).toMatchObject({ aud: resource });
    const key = await onlyKey();
    expect(key).toMatchObject({
      label: 'Assistant',
      scopes: asked,
      bounds: { approvalRequired: true },
      connection: { clientId: assistant.clientId },
    });
    await world.settle();
    expect(world.mails.findLast(({ to }) => to === ada.email)?.text).toContain('Assistant');
    const browser = await signedIn(world, ada.email);
    const { text } = await browser.open('/portal/developer');
    expect(text).toContain('Belongs to an application that you connected');
    expect(text).toContain(`/portal/developer/keys/${key.id}/limits`);
    expect(text).not.toContain(`/portal/developer/keys/${key.id}/rotate`);
    const form = `/portal/developer/keys/${key.id}/rotate`;
    const formId = randomBytes(16).toString('base64url');
    expect((await browser.send(form, { formId })).status).toBe(404);
    expect(await onlyKey()).toEqual(key);
  });
});

describe('a request for the MCP endpoint', () => {
  it.each<[string, Readonly<Record<string, string | null>>, string]>([
    ['without PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without the resource', { resource: null }, 'invalid_scope'],
    ['for the API', { resource: `${world.baseUrl}/api/v1` }, 'invalid_scope'],
    ['for another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['for a path below', { resource: `${world.baseUrl}/mcp/` }, 'invalid_target'],
    ['with scopes of the API too', { scope: `${scope} service:entity.read` }, 'invalid_scope'],
    ['with no scope of agents', { scope: 'openid' }, 'invalid_scope'],
    ['with a scope that the client has not', { scope: 'agent:verify_rpn' }, 'invalid_scope'],
  ])('is refused %s', async (_, parameters, error) => {
    const browser = await signedIn(world, ada.email);
    const answer = await browser.open(authorizePath(assistant, { ...request, ...parameters }));
    expect(clientAnswer(answer)).toMatchObject({ to: redirectUri, error });
  });

  it('does not exist for devices', async () => {
    const form = { scope, resource, ...inForm(assistant) };
    expect(summaryOf(await postForm(world, 'device_authorization', form))).toBe(
      '400 invalid_scope',
    );
  });
});

describe('a code for the MCP endpoint', () => {
  it('is refused for another resource, with another verifier, and for another client', async () => {
    await willOf(ada);
    const code = await allowed();
    const other = await anAssistant();
    const wrong = [
      { ...redeeming(code), resource: `${world.baseUrl}/api/v1` },
      { ...redeeming(code), resource: 'https://evil.example' },
      { ...redeeming(code), code_verifier: randomBytes(32).toString('base64url') },
      redeeming(code, other),
    ];
    const answers = [];
    for (const form of wrong) answers.push(summaryOf(await postForm(world, 'token', form)));
    const [target, grant] = ['400 invalid_target', '400 invalid_grant'];
    expect(answers).toEqual([target, target, grant, grant]);
    expect(await keysOf(ada)).toHaveLength(1);
    expect(summaryOf(await postForm(world, 'token', redeeming(code)))).toBe('200');
  });

  it('used twice ends the key, also at the same moment', async () => {
    await willOf(ada);
    const code = await allowed();
    const answers = await Promise.all(
      [1, 2, 3].map(() => postForm(world, 'token', redeeming(code))),
    );
    expect(answers.map(summaryOf).toSorted()).toEqual([
      '200',
      '400 invalid_grant',
      '400 invalid_grant',
    ]);
    const won = answers.find(({ status }) => status === 200);
    if (won === undefined) throw new Error('no winner');
    expect(await statusAtMcp(given(won).access_token)).toBe('401 invalid_token');
    expect((await onlyKey()).revokedAt).not.toBeNull();
    expect(await findPerson(world.table, ada.id)).toMatchObject({ activeKeys: 1 });
  });

  it('makes no key once the Manifestation, the consent or the account has ended', async () => {
    const acts: (() => Promise<unknown>)[] = [
      () => world.admin('DELETE', `/persons/${ada.id}/manifestation_of_will`),
      async () => {
        const browser = await signedIn(world, ada.email);
        const path = `/portal/connections/${assistant.clientId}/revoke`;
        await browser.open(path);
        await browser.send(path, {});
      },
      () => world.admin('POST', `/persons/${ada.id}/deactivate`, {}),
    ];
    for (const act of acts) {
      ada = await aResident(world);
      await willOf(ada);
      const code = await allowed();
      await act();
      expect(summaryOf(await postForm(world, 'token', redeeming(code)))).toBe('400 invalid_grant');
      expect((await keysOf(ada)).filter(({ kind }) => kind === 'agent')).toEqual([]);
    }
  });
});

describe('an access token for the MCP endpoint', () => {
  it('is not accepted by the API, and a token for the API not by the endpoint', async () => {
    const { access_token: token } = await connected();
    expect(await statusAtMcp(token)).toBe('200');
    expect(summaryOf(await world.call('GET', '/api/v1/whoami', { key: token }))).toBe(
      '401 Invalid API key',
    );
    const me = await world.call('GET', '/api/v1/me/natural-person', { key: token });
    expect(summaryOf(me)).toBe('401 invalid_token');
    const userinfo = await world.call('GET', '/api/oauth/userinfo', { key: token });
    expect(summaryOf(userinfo)).toBe('401 invalid_token');
    const browser = await signedIn(world, ada.email);
    const ofApi = { scope: 'openid service:entity.read', code_challenge: challenge };
    const page = pathTo(await browser.open(authorizePath(assistant, ofApi)));
    await browser.open(page);
    const { code } = clientAnswer(await browser.send(page, { decision: 'approve' })) as {
      code?: string;
    };
    const { resource: _, ...form } = redeeming(String(code));
    const { access_token: forApi } = given(await postForm(world, 'token', form));
    expect(claimsOf(forApi)).toMatchObject({ aud: 'registry-api' });
    const refused = await atMcp(forApi);
    expect(summaryOf(refused)).toBe('401 invalid_token');
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${world.baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  it('and its key have no secret that anybody can read', async () => {
    const { access_token: token } = await connected();
    const { hash, id } = await onlyKey();
    const items = await Promise.all([
      getItem(world.table, keys.apiKey(hash)),
      getItem(world.table, keys.grant(String(claimsOf(token)['grant_id']))),
    ]);
    expect(apiKeysIn(JSON.stringify([items, claimsOf(token)]))).toEqual([]);
    expect(items[1]).toMatchObject({ agentKey: { id, hash } });
  });

  it('keeps to the limits of its key', async () => {
    const { access_token: token } = await connected();
    const { id } = await onlyKey();
    const limits = { dailyLimits: { applications: 1 } };
    const path = `/persons/${ada.id}/api_keys/${id}`;
    expect((await world.admin('PATCH', path, limits)).status).toBe(200);
    const params = { name: 'whoAmI', arguments: {} };
    const { body } = await world.call('POST', '/mcp', {
      key: token,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    expect(JSON.stringify(body)).toContain('applications');
  });

  it.each<[string, (tokens: ReturnType<typeof given>) => Promise<unknown>]>([
    [
      'the owner revokes the key',
      async () => {
        const { id } = await onlyKey();
        const browser = await signedIn(world, ada.email);
        const path = `/portal/developer/keys/${id}/revoke`;
        await browser.open(path);
        return browser.send(path, {});
      },
    ],
    [
      'the owner ends the connection',
      async () => {
        const browser = await signedIn(world, ada.email);
        const path = `/portal/connections/${assistant.clientId}/revoke`;
        await browser.open(path);
        return browser.send(path, {});
      },
    ],
    [
      'the client revokes its refresh token',
      ({ refresh_token: token }) => postForm(world, 'revoke', { token, ...inForm(assistant) }),
    ],
    [
      'the refresh token is used twice',
      async ({ refresh_token: token }) => [await refreshed(token), await refreshed(token)],
    ],
    [
      'the Manifestation of Will is revoked',
      () => world.admin('DELETE', `/persons/${ada.id}/manifestation_of_will`),
    ],
    ['the account is deactivated', () => world.admin('POST', `/persons/${ada.id}/deactivate`, {})],
  ])('ends with its refresh token and its key when %s', async (_, act) => {
    const tokens = await connected();
    await act(tokens);
    expect(await statusAtMcp(tokens.access_token)).toBe('401 invalid_token');
    expect(summaryOf(await refreshed(tokens.refresh_token))).toBe('400 invalid_grant');
    expect((await onlyKey()).revokedAt).not.toBeNull();
    expect((await activeKeysOf(world.table, partitions.person(ada.id))).length).toBe(
      (await findPerson(world.table, ada.id))?.activeKeys,
    );
  });

  it('alone ends when the client revokes it', async () => {
    const { access_token: token, refresh_token: next } = await connected();
    await postForm(world, 'revoke', { token, ...inForm(assistant) });
    expect(await statusAtMcp(token)).toBe('401 invalid_token');
    expect(await statusAtMcp(given(await refreshed(next)).access_token)).toBe('200');
  });

  it('is refused while the client is disabled, and when it loses a scope of the key', async () => {
    const client = await anAssistant();
    const { access_token: token } = await connected({}, client);
    const path = `/oauth_clients/${client.clientId}`;
    await world.admin('PATCH', path, { active: false });
    expect(await statusAtMcp(token)).toBe('401 invalid_token');
    await world.admin('PATCH', path, { active: true });
    expect(await statusAtMcp(token)).toBe('200');
    await world.admin('PATCH', path, { scopes: ['agent:registry.search', 'offline_access'] });
    expect(await statusAtMcp(token)).toBe('401 invalid_token');
  });

  it('is inactive at introspection once its key is revoked', async () => {
    const { access_token: access, refresh_token: refresh } = await connected();
    const active = async () => {
      const answers = [access, refresh].map((token) =>
        postForm(world, 'introspect', { token, ...inForm(assistant) }),
      );
      return (await Promise.all(answers)).map(({ body }) => Reflect.get(Object(body), 'active'));
    };
    expect(await active()).toEqual([true, true]);
    const { id } = await onlyKey();
    await world.admin('DELETE', `/persons/${ada.id}/api_keys/${id}`);
    expect(await active()).toEqual([false, false]);
  });
});

describe('a refresh for the MCP endpoint', () => {
  it('gives the same scopes and audience, whatever less is asked for, and no other resource', async () => {
    const { refresh_token: token } = await connected();
    const form = { ...rotation(assistant, token), scope: 'agent:registry.search' };
    const other = { ...form, resource: `${world.baseUrl}/api/v1` };
    expect(summaryOf(await postForm(world, 'token', other))).toBe('400 invalid_target');
    const next = given(await postForm(world, 'token', form));
    expect(next.scope).toBe(scope);
    expect(claimsOf(next.access_token)).toMatchObject({ aud: resource });
    expect(await statusAtMcp(next.access_token)).toBe('200');
  });

  it('at the moment of a revocation gives nothing that works', async () => {
    for (let round = 0; round < 3; round += 1) {
      ada = await aResident(world);
      const tokens = await connected();
      const { id } = await onlyKey();
      const [next] = await Promise.all([
        refreshed(tokens.refresh_token),
        world.admin('DELETE', `/persons/${ada.id}/api_keys/${id}`),
        postForm(world, 'revoke', { token: tokens.refresh_token, ...inForm(assistant) }),
      ]);
      const access = Reflect.get(Object(next?.body), 'access_token') ?? tokens.access_token;
      expect(await statusAtMcp(String(access))).toBe('401 invalid_token');
      expect(await findPerson(world.table, ada.id)).toMatchObject({ activeKeys: 1 });
    }
  });

  it('stays possible without offline_access, as long as the key', async () => {
    await willOf(ada);
    const { browser, page } = await requestedBy({ scope: asked.join(' ') });
    const { code } = clientAnswer(
      await browser.send(page, { decision: 'approve', scope: asked }),
    ) as { code?: string };
    const { refresh_token: token } = given(await postForm(world, 'token', redeeming(String(code))));
    expect(summaryOf(await refreshed(token))).toBe('200');
  });
});
