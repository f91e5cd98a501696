import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, it } from 'vitest';
import { agentTools, agentToolsFile, agentToolsText } from '../../bin/agent-tools.ts';
import { agentScopes } from '../../shared/kernel/domain/scopes.ts';
import { securityOf } from '../../shared/reference/openapi/security.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { applicationPayload, aVoucher } from '../support/drafts.ts';
import { anAgentKey, aPartnerKey, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const agent = await anAgentKey(world, ada.id, agentScopes);
const reader = await anAgentKey(world, ada.id, ['agent:registry.search']);
const tools = agentTools(routes);
const names = tools.map(({ tool }) => tool.name);

const opened: Client[] = [];
afterAll(async () => {
  await Promise.all(opened.map((client) => client.close()));
});

type Revision = '2025-11-25' | '2026-07-28';

/** The official client with a protocol revision. */
async function connected(key: string, revision: Revision): Promise<Client> {
  const client = new Client(
    { name: 'a test', version: '1.0.0' },
    { versionNegotiation: { mode: revision === '2025-11-25' ? 'legacy' : { pin: revision } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${world.baseUrl}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
  opened.push(client);
  return client;
}

/** The structured content of a call. */
async function use(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { structuredContent, isError = false } = await client.callTool({ name, arguments: args });
  return { isError, content: Object(structuredContent) };
}

const rpc = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

async function post(
  body: unknown,
  headers: Record<string, string> = {},
  key: string | undefined = agent,
) {
  const answer = await world.call('POST', '/mcp', { key, body, headers });
  return { status: answer.status, body: Object(answer.body) };
}

const modern = (method: string, params: object = {}) =>
  rpc(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  });
const modernHeaders = (method: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
});

describe('docs/agent-tools.json', () => {
  it('is generated from the route table', () => {
    expect(readFileSync(agentToolsFile, 'utf8')).toBe(agentToolsText());
  });

  it('has a tool for every operation of Agent Keys, except files and deprecated ones', () => {
    const callable = routes.filter(
      (row) =>
        row.path.startsWith('/api/v1/') &&
        row.deprecatedFor === undefined &&
        row.produces === undefined &&
        securityOf(row).some((one) => 'agentKey' in one),
    );
    expect(names.toSorted()).toEqual(callable.map(({ operationId }) => operationId).toSorted());
  });

  it('has at most 35,000 characters in all tools together, to fit a conversation', () => {
    expect(JSON.stringify(tools.map(({ tool }) => tool)).length).toBeLessThanOrEqual(35_000);
  });

  it('describes every tool', () => {
    expect(tools.filter(({ tool }) => !tool.description).map(({ tool }) => tool.name)).toEqual([]);
  });

  it('has no patterns that only exclude characters', () => {
    expect(JSON.stringify(tools)).not.toMatch(/\\u0000|\\u00ad/);
  });

  it('marks tools that only read, and tools that pay or submit', () => {
    const having = (hint: 'readOnlyHint' | 'destructiveHint') =>
      tools.filter(({ tool }) => tool.annotations[hint]).map(({ tool }) => tool.name);
    expect(having('readOnlyHint').filter((name) => !/^(get|list|who)/.test(name))).toEqual([
      'checkLegalEntityName',
      'searchLegalEntities',
      'verifyRpn',
    ]);
    expect(having('destructiveHint').toSorted()).toEqual([
      'changeWebhookEndpoint',
      'deleteWebhookEndpoint',
      'payCertificateRequestWithVoucher',
      'payLegalEntityAmendmentWithVoucher',
      'payLegalEntityApplicationWithVoucher',
      'rotateWebhookSecret',
      'submitLegalEntityAmendment',
      'updateLegalEntityAmendment',
    ]);
  });
});

describe.each<Revision>(['2025-11-25', '2026-07-28'])('the official client with %s', (revision) => {
  it('negotiates the revision and gets the registry’s instructions', async () => {
    const client = await connected(agent, revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getInstructions()).toContain(`Guide: ${world.baseUrl}/docs/agents`);
  });

  it('lists the tools that the scopes of its key allow', async () => {
    const lists = await Promise.all(
      [agent, reader].map(async (key) => (await connected(key, revision)).listTools()),
    );
    const [all, few] = lists.map((list) => list.tools.map(({ name }) => name).toSorted());
    expect(all).toEqual(names.toSorted());
    expect(few).toEqual([
      'checkLegalEntityName',
      'getApproval',
      'getInvoice',
      'getRateLimit',
      'listActivity',
      'listApprovals',
      'listFees',
      'listLegalEntityChanges',
      'searchLegalEntities',
      'whoAmI',
    ]);
  });

  it('can form a company: check the name, apply once, pay and get the signature link', async () => {
    const client = await connected(agent, revision);
    const name = `Agent ${revision}`;
    const check = await use(client, 'checkLegalEntityName', { body: { name, optionId: 'llc' } });
    expect(check).toMatchObject({ isError: false, content: { data: { available: true } } });

    const application = {
      body: { applicationData: applicationPayload({ name }) },
      idempotencyKey: `apply-${revision}`,
    };
    const [first, again] = [
      await use(client, 'createLegalEntityApplication', application),
      await use(client, 'createLegalEntityApplication', application),
    ];
    expect(first).toMatchObject({ isError: false });
    expect(again).toEqual(first);
    const { id } = first.content.data;

    const body = { voucherCode: await aVoucher(world) };
    const paid = await use(client, 'payLegalEntityApplicationWithVoucher', { id, body });
    expect(paid.isError).toBe(false);
    const { content } = await use(client, 'getLegalEntityApplication', { id });
    expect(content.data).toMatchObject({
      id,
      statusId: 'Draft',
      nextSteps: { paymentRequired: false, signatureRequired: true },
    });
    expect(first.content.nextSteps.signature).toContain(`${world.baseUrl}/`);
  });

  it('gets an API error as a result, with its body', async () => {
    const client = await connected(agent, revision);
    const missing = await use(client, 'getLegalEntity', {
      id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
    });
    expect(missing).toEqual({
      isError: true,
      content: {
        error: 'Legal entity not found',
        code: 'entity.not_found',
        documentation: expect.stringContaining('/docs/errors#entitynot_found'),
        requestId: expect.any(String),
      },
    });
  });
});

describe('POST /mcp', () => {
  it('returns the API’s error for a tool if the key lacks its scope', async () => {
    const { status, body } = await post(
      rpc('tools/call', { name: 'verifyRpn', arguments: { body: { rpn: '80000000000000' } } }),
      {},
      reader,
    );
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: {
        error: 'Insufficient permissions',
        required_scope: 'agent:verify_rpn',
      },
    });
  });

  it('counts a call against the rate limit, and says when to try again', async () => {
    const key = await anAgentKey(world, ada.id, ['agent:registry.search']);
    const search = () =>
      post(
        rpc('tools/call', { name: 'searchLegalEntities', arguments: { body: { query: 'x' } } }),
        {},
        key,
      );
    for (let call = 0; call < 50; call += 1) await search();
    const { body } = await search();
    expect(body.result.isError).toBe(true);
    expect(body.result.content[1].text).toMatch(/^HTTP status 429\. Try again in \d+ seconds\.$/);
    expect(body.result.structuredContent.error).toContain('Rate limit exceeded.');
  });

  it('lists a Standard Key’s tools, and the few tools of a Partner Key', async () => {
    const list = async (key: string) => {
      const { body } = await post(rpc('tools/list'), {}, key);
      return body.result.tools.map(({ name }: { name: string }) => name);
    };
    expect(await list(ada.standardKey)).toEqual(
      names.filter((name) => !/NaturalPerson/.test(name)),
    );
    const partner = await list(await aPartnerKey(world));
    expect(partner.toSorted()).toEqual(
      [
        'getInvoice',
        'listEvents',
        'listFees',
        ...names.filter((name) => /Webhook/.test(name)),
        'testCreatePerson',
        'testCreateVoucher',
        'testFailNextDelivery',
        'whoAmI',
      ].toSorted(),
    );
  });

  it('returns 202 for a notification, and answers a ping of the older revision', async () => {
    const { id, ...notification } = rpc('notifications/initialized');
    expect(await post(notification)).toEqual({ status: 202, body: Object('') });
    expect(await post(rpc('ping', undefined, 'a'))).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 'a', result: {} },
    });
    const unknown = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: {} };
    const { body } = await post(rpc('initialize', unknown));
    expect(body.result.protocolVersion).toBe('2025-11-25');
  });

  it.each<[string, unknown, Record<string, string>, number, number]>([
    ['invalid JSON', '{"jsonrpc"', {}, 400, -32_700],
    ['a batch', [rpc('ping')], {}, 400, -32_600],
    ['a string', '"ping"', {}, 400, -32_600],
    ['another JSON-RPC version', { ...rpc('ping'), jsonrpc: '1.0' }, {}, 400, -32_600],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, {}, 400, -32_600],
    ['an id that is an object', rpc('ping', {}, {}), {}, 400, -32_600],
    ['params as a list', { ...rpc('ping'), params: [1] }, {}, 400, -32_600],
    ['an unknown method', rpc('tools/forget'), {}, 200, -32_601],
    ['an unknown tool', rpc('tools/call', { name: 'rm' }), {}, 200, -32_602],
    ['a tool without a name', rpc('tools/call'), {}, 200, -32_602],
    ['arguments as a list', rpc('tools/call', { name: 'whoAmI', arguments: [] }), {}, 200, -32_602],
    ['a cursor', rpc('tools/list', { cursor: 'x' }), {}, 200, -32_602],
    ['an unknown version', rpc('ping'), { 'mcp-protocol-version': '1999-01-01' }, 400, -32_022],
    ['a newer version alone', rpc('tools/list'), modernHeaders('tools/list'), 400, -32_602],
    [
      'initialize after it is gone',
      rpc('initialize', {}),
      modernHeaders('initialize'),
      400,
      -32_020,
    ],
    ['no version header', modern('tools/list'), { 'mcp-method': 'tools/list' }, 400, -32_020],
    ['another method header', modern('tools/list'), modernHeaders('tools/call'), 400, -32_020],
    [
      'no name header',
      modern('tools/call', { name: 'whoAmI' }),
      modernHeaders('tools/call'),
      400,
      -32_020,
    ],
    ['an unknown newer method', modern('ping'), modernHeaders('ping'), 404, -32_601],
    [
      'a body that is too large',
      { ...rpc('ping'), params: { x: 'x'.repeat(1_100_000) } },
      {},
      413,
      -32_600,
    ],
  ])('returns the JSON-RPC error for %s', async (_, body, headers, status, code) => {
    const answer = await post(body, headers);
    expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status, code });
  });

  it.each([
    ['an unknown argument', { name: 'Ada' }, /^Unknown argument\. getLegalEntity takes: id$/],
    ['a missing argument', {}, /^The argument id is missing$/],
    ['a list instead of a string', { id: ['x'] }, /must be a string or a number/],
    ['a path traversal', { id: '..' }, /is not an id/],
  ])('returns an explanation to the model for %s', async (_, args, message) => {
    const { body } = await post(rpc('tools/call', { name: 'getLegalEntity', arguments: args }));
    expect(body.result.isError).toBe(true);
    expect(body.result.structuredContent.error).toMatch(message);
  });

  it('refuses other origins with 403, and invalid keys with 401', async () => {
    const elsewhere = await post(rpc('ping'), { origin: 'https://evil.example' });
    expect(elsewhere.status).toBe(403);
    const own = await post(rpc('ping'), { origin: new URL(world.baseUrl).origin });
    expect(own.status).toBe(200);
    const challenge = `Bearer resource_metadata="${world.baseUrl}/.well-known/oauth-protected-resource/mcp"`;
    for (const key of [undefined, 'ak-unknown']) {
      const { status, headers } = await world.call('POST', '/mcp', { key, body: rpc('ping') });
      expect([status, headers.get('www-authenticate')]).toEqual([401, challenge]);
    }
  });

  it('refuses GET and DELETE with 405, because it has no streams or sessions', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await world.call(method, '/mcp', { key: agent });
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    }
  });
});

it('the MCP endpoint has resource metadata (RFC 9728)', async () => {
  const { status, body } = await world.call('GET', '/.well-known/oauth-protected-resource/mcp');
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      resource: `${world.baseUrl}/mcp`,
      resource_name: 'Registry of Test Jurisdiction',
      resource_documentation: `${world.baseUrl}/docs/agents`,
      authorization_servers: [world.baseUrl],
      scopes_supported: [...agentScopes],
      bearer_methods_supported: ['header'],
    },
  });
});
