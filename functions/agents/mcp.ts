import type { APIGatewayProxyResult } from 'aws-lambda';
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
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
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

const answer: Run<typeof callMcp, ServiceDeps> = async ({ body, caller, header }, deps) => {
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
      call: (tool, args) => callTool(tool, args, header('authorization') ?? '', { baseUrl, log }),
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
  deps: ServiceDeps,
): APIGatewayProxyResult {
  if (status === 413) {
    return json(status, rpcError(null, new RpcError(rpcCodes.invalidRequest, message)));
  }
  const answered = errorResponse(status, message, requestId, extras, deps);
  if (status !== 401) return answered;
  const challenge = `Bearer resource_metadata="${deps.baseUrl}${describeMcp.path}"`;
  return { ...answered, headers: { ...answered.headers, 'www-authenticate': challenge } };
}

const refuse: Run<Route, ServiceDeps> = async () => {
  const message = 'Method not allowed: send POST';
  const refused = json(405, rpcError(null, new RpcError(rpcCodes.refused, message)), {
    allow: 'POST',
  });
  return rawJson(refused);
};

const describe: Run<typeof describeMcp, ServiceDeps> = async (
  { header },
  { baseUrl, jurisdiction },
) =>
  publicJson(
    {
      resource: `${baseUrl}${callMcp.path}`,
      resource_name: `Registry of ${jurisdiction}`,
      resource_documentation: `${baseUrl}/docs/agents`,
      bearer_methods_supported: ['header'],
    },
    header,
  );

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(callMcp, answer, { present }),
  operation(streamMcp, refuse),
  operation(endMcpSession, refuse),
  operation(describeMcp, describe),
];

export const handler = operations(rows, serviceDeps);
