import * as z from 'zod/mini';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';

/** An object defined by another standard: JSON-RPC 2.0, or RFC 9728. */
const OfStandard = z.record(z.string(), z.unknown());

const JsonRpcMessage = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string(), z.int()])),
  method: z.string(),
  params: z.optional(OfStandard),
});

const atMcp = {
  path: '/mcp',
  entry: 'functions/agents/mcp.ts',
  tag: 'Agents',
  produces: 'application/json',
  service: true,
  spec: '5',
} as const;

export const callMcp = defineRoute({
  ...atMcp,
  operationId: 'callMcp',
  method: 'POST',
  summary: 'Call a tool with the Model Context Protocol',
  description:
    'Send one JSON-RPC message of the Model Context Protocol, revision 2026-07-28, 2025-11-25 or 2025-06-18. `tools/list` has a tool for each operation that the scopes of your key allow. `tools/call` makes that call with your key and its permissions and limits. An error of the API is a result with `isError`. A notification gets 202 without a body. Accepts API keys, and access tokens for this endpoint.',
  auth: { scheme: 'any-key', connected: true },
  seals: true,
  bodyType: 'bytes',
  body: JsonRpcMessage,
  json: OfStandard,
  table: 'read',
  errors: [
    ...apiErrors.keyErrors.filter(({ status }) => status === 401),
    { ...apiErrors.invalidToken, when: 'The token is not valid for this endpoint.' },
    { ...apiErrors.badRequest, when: 'The body is not valid JSON.' },
    { ...apiErrors.forbidden, when: 'A browser sent the request from another origin.' },
  ],
  example: {
    request: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'getRateLimit', arguments: {} },
    },
    response: {
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: '{"data":{}}' }], structuredContent: { data: {} } },
    },
  },
});

const refusing = {
  ...atMcp,
  auth: { scheme: 'none' },
  onlyRefuses: true,
  table: 'none',
  errors: [],
} as const;

export const streamMcp = defineRoute({
  ...refusing,
  operationId: 'streamMcp',
  method: 'GET',
  summary: 'Answer 405: the endpoint has no streams',
});

export const endMcpSession = defineRoute({
  ...refusing,
  operationId: 'endMcpSession',
  method: 'DELETE',
  summary: 'Answer 405: the endpoint has no sessions',
});

export const describeMcp = defineRoute({
  ...atMcp,
  operationId: 'describeMcp',
  method: 'GET',
  path: '/.well-known/oauth-protected-resource/mcp',
  summary: 'Retrieve metadata of the MCP endpoint',
  description: 'Protected resource metadata (RFC 9728) of `POST /mcp`.',
  auth: { scheme: 'none' },
  json: OfStandard,
  crossOrigin: true,
  errors: [],
  table: 'none',
  example: {
    response: {
      resource: 'https://registry.example/mcp',
      resource_name: 'Registry of Example',
      resource_documentation: 'https://registry.example/docs/agents',
      authorization_servers: ['https://registry.example'],
      scopes_supported: ['agent:registry.search'],
      bearer_methods_supported: ['header'],
    },
  },
});
