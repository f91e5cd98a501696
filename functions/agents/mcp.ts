import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { admit, callerOf, resolveKey } from '../../shared/access/auth/authenticate.ts';
import type { Caller } from '../../shared/access/auth/caller.ts';
import {
  RpcError,
  readMessage,
  rpcCodes,
  rpcError,
} from '../../shared/agents/contracts/json-rpc.ts';
import { eraOf } from '../../shared/agents/contracts/protocol.ts';
import { type AgentTool, toolsOf } from '../../shared/agents/domain/agent-tool.ts';
import { callMcp, describeMcp, endMcpSession, streamMcp } from '../../shared/agents/routes/mcp.ts';
import { answerMessage } from '../../shared/agents/usecases/answer-message.ts';
import { callTool } from '../../shared/agents/usecases/call-tool.ts';
import { agentScopes } from '../../shared/kernel/domain/scopes.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { type AgentDeps, agentDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import { agentResource } from '../../shared/oauth/domain/oauth-scope.ts';
import { readToken } from '../../shared/oauth/http/access-token.ts';
import { resolveConnectedKey } from '../../shared/oauth/usecases/agent-grants.ts';
import { gunzippedAsset } from '../../shared/web/http/compressed.ts';
import { once } from '../../shared/web/http/once.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { ReadHeader, Run } from '../../shared/web/http/request.ts';
import { errorResponse, json, rawJson } from '../../shared/web/http/response.ts';
import { publicJson } from '../../shared/web/http/revalidated.ts';
import type { Failure } from '../../shared/web/middleware/map-errors.ts';

/** The compressed tools, which the build puts next to the bundled function. */
const built = new URL('./agent-tools.json.gz', import.meta.url);

/** The path of the tools when the function runs from source. */
const source = new URL('../../docs/agent-tools.json', import.meta.url);

const allTools = once(
  async (): Promise<readonly AgentTool[]> => JSON.parse(await gunzippedAsset(built, source)),
);

/** The secrets of callers with access tokens, which go to the API and nowhere else. */
const secrets = new WeakMap<Caller, string>();

/** The caller with a key; with an access token, the Agent Key of its grant. */
async function identify(event: APIGatewayProxyEvent, deps: AgentDeps): Promise<Caller> {
  const sent = readToken(event, `${deps.baseUrl}${callMcp.path}`);
  const { credential, scheme } = sent;
  if (credential?.split('.').length !== 3) {
    const caller = await resolveKey(deps, scheme === 'Bearer' ? credential : null);
    admit(callMcp.auth, caller);
    return caller;
  }
  const { publicKeys: keys, baseUrl: issuer, now } = deps;
  const authority = { issuer, audience: agentResource(issuer), keys, now };
  const { key, secret } = await resolveConnectedKey({ ...sent, credential }, deps, authority);
  const caller = callerOf(key);
  secrets.set(caller, secret);
  return caller;
}

/** What the API accepts: an access token for this endpoint must not be passed on. */
function credentialOf(caller: Caller, header: ReadHeader): string {
  const secret = secrets.get(caller);
  return secret === undefined ? (header('authorization') ?? '') : `Bearer ${secret}`;
}

const answer: Run<typeof callMcp, AgentDeps> = async ({ body, caller, header }, deps) => {
  const { baseUrl, jurisdiction, isSandbox = true, log } = deps;
  refuseOtherOrigins(header, baseUrl);
  const asked: { id: string | number | null } = { id: null };
  try {
    const message = readMessage(body);
    asked.id = message.id;
    const era = eraOf(message, {
      version: header('mcp-protocol-version')?.trim(),
      method: header('mcp-method')?.trim(),
      name: header('mcp-name')?.trim(),
    });
    if (message.id === null) return { ...rawJson(json(202, null)), body: '' };
    const result = await answerMessage(message, {
      era,
      caller,
      tools: toolsOf(await allTools(), isSandbox),
      jurisdiction,
      baseUrl,
      call: (tool, args) => callTool(tool, args, credentialOf(caller, header), { baseUrl, log }),
    });
    return rawJson(json(200, { jsonrpc: '2.0', id: message.id, result }));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return rawJson(json(error.status, rpcError(asked.id, error)));
  }
};

/**
 * Rejects pages of other sites, which must not reach a registry on their reader's machine (DNS
 * rebinding). Programs send no origin.
 */
function refuseOtherOrigins(header: ReadHeader, baseUrl: string): void {
  const origin = header('origin');
  if (origin !== undefined && origin !== new URL(baseUrl).origin) throw apiErrors.forbidden();
}

/** The API's error; without a valid key it links to the endpoint's accepted credentials. */
function present(
  { status, message, requestId, extras }: Failure,
  deps: AgentDeps,
): APIGatewayProxyResult {
  if (status === 413) {
    return json(status, rpcError(null, new RpcError(rpcCodes.invalidRequest, message)));
  }
  const answered = errorResponse(status, message, requestId, extras, deps);
  if (status !== 401) return answered;
  const isInvalid = message === apiErrors.invalidToken().message;
  const error = isInvalid ? 'error="invalid_token", ' : '';
  const challenge = `Bearer ${error}resource_metadata="${deps.baseUrl}${describeMcp.path}"`;
  return { ...answered, headers: { ...answered.headers, 'www-authenticate': challenge } };
}

const refuse: Run<Route, AgentDeps> = async () => {
  const message = 'Method not allowed: send POST';
  const refused = json(405, rpcError(null, new RpcError(rpcCodes.refused, message)), {
    allow: 'POST',
  });
  return rawJson(refused);
};

const describe: Run<typeof describeMcp, AgentDeps> = async (
  { header },
  { baseUrl, jurisdiction },
) =>
  publicJson(
    {
      resource: `${baseUrl}${callMcp.path}`,
      resource_name: `Registry of ${jurisdiction}`,
      resource_documentation: `${baseUrl}/docs/agents`,
      authorization_servers: [baseUrl],
      scopes_supported: [...agentScopes],
      bearer_methods_supported: ['header'],
    },
    header,
  );

export const rows: readonly Operation<AgentDeps>[] = [
  operation(callMcp, answer, { identify, present }),
  operation(streamMcp, refuse),
  operation(endMcpSession, refuse),
  operation(describeMcp, describe),
];

export const handler = operations(rows, agentDeps);
