import { type Params, RpcError, type RpcMessage, rpcCodes } from '../contracts/json-rpc.ts';
import { agreedVersion, type Era, supportedVersions } from '../contracts/protocol.ts';
import { type AgentTool, showsTool, type ToolCaller } from '../domain/agent-tool.ts';
import type { ToolResult } from './call-tool.ts';

/** The context in which a message is answered. */
export interface McpCall {
  readonly era: Era;
  readonly caller: ToolCaller;
  /** All tools of this deployment. */
  readonly tools: readonly AgentTool[];
  readonly jurisdiction: string;
  readonly baseUrl: string;
  /** Calls a tool with the caller's credential. */
  call(tool: AgentTool, args: Params): Promise<ToolResult>;
}

const capabilities = { tools: {} };

/** How long clients may cache a list of tools, in milliseconds. It changes with releases and with a key's scopes. */
const cached = { ttlMs: 300_000, cacheScope: 'private' };

/** The result of a request. Throws an `RpcError` if it is refused. */
export async function answerMessage(message: RpcMessage, call: McpCall): Promise<Params> {
  if (call.era === 'handshake') return resultOf(message, call);
  const result = await resultOf(message, call);
  return { resultType: 'complete', ...result };
}

async function resultOf({ method, params }: RpcMessage, call: McpCall): Promise<Params> {
  const { era } = call;
  if (method === 'tools/list') return listTools(params, call);
  if (method === 'tools/call') return callByName(params, call);
  if (era === 'handshake' && method === 'ping') return {};
  if (era === 'handshake' && method === 'initialize') {
    const protocolVersion = agreedVersion(params);
    return { protocolVersion, capabilities, serverInfo: server(call), ...instructions(call) };
  }
  if (era === 'stateless' && method === 'server/discover') {
    const meta = { 'io.modelcontextprotocol/serverInfo': server(call) };
    return { supportedVersions, capabilities, ...instructions(call), ...cached, _meta: meta };
  }
  const status = era === 'stateless' ? 404 : 200;
  throw new RpcError(rpcCodes.unknownMethod, 'Method not found', { status });
}

function listTools({ cursor }: Params, { era, caller, tools }: McpCall): Params {
  if (cursor !== undefined) throw new RpcError(rpcCodes.invalidParams, 'The list has one page');
  const shown = tools.filter((each) => showsTool(caller, each)).map(({ tool }) => tool);
  return { tools: shown, ...(era === 'stateless' && cached) };
}

/** Calls a tool, even if the key may not use it. The API then names the missing scope. */
async function callByName(params: Params, { tools, call }: McpCall): Promise<Params> {
  const { name, arguments: args = {} } = params;
  const found = tools.find(({ tool }) => tool.name === name);
  if (found === undefined) throw new RpcError(rpcCodes.invalidParams, 'Unknown tool');
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    throw new RpcError(rpcCodes.invalidParams, 'arguments must be an object');
  }
  return call(found, args as Params);
}

function server({ jurisdiction, baseUrl }: McpCall) {
  const title = `Registry of ${jurisdiction}`;
  return {
    name: 'resident-registry',
    title,
    version: '1.0.0',
    websiteUrl: `${baseUrl}/docs/agents`,
  };
}

function instructions({ baseUrl }: McpCall) {
  return {
    instructions: [
      'Verify residents, search the registry, incorporate companies and file for them.',
      'A response with `nextSteps` shows what to do next. If it has a URL, show the URL to your user: a person must open it. Only the question at `informationUrl` can also be answered with a tool. Read the resource again after `pollAfterSeconds`; null means that the case has ended.',
      'To repeat a call safely, send the same idempotencyKey with the same arguments. Ask before you call a tool that pays or submits.',
      `Guide: ${baseUrl}/docs/agents`,
    ].join('\n'),
  };
}
