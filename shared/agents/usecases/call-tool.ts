import type { Log } from '../../kernel/aws/log.ts';
import { deadlineSignal } from '../../kernel/runtime/deadline.ts';
import { isObject, type Params } from '../contracts/json-rpc.ts';
import type { AgentTool } from '../domain/agent-tool.ts';

/** The answer of `tools/call`. An API error is also a result, so that the model can react to it. */
export interface ToolResult extends Params {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Params;
  readonly isError?: true;
}

interface CallDeps {
  readonly baseUrl: string;
  readonly log: Log;
}

/**
 * Calls a tool's operation at the deployment's own address with the caller's credential, so that the API's limits,
 * permissions and idempotency apply and the function needs no rights.
 */
export async function callTool(
  { method, takesBody, tool, ...rest }: AgentTool,
  args: Params,
  authorization: string,
  { baseUrl, log }: CallDeps,
): Promise<ToolResult> {
  const complaint = complaintAbout({ tool, ...rest }, args);
  if (complaint !== null) return failed(JSON.stringify({ error: complaint }));
  const { idempotencyKey } = args;
  const hasBody = takesBody && args['body'] !== undefined;
  try {
    const response = await fetch(`${baseUrl}${targetOf(rest, args)}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization,
        accept: 'application/json',
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(typeof idempotencyKey === 'string' && { 'idempotency-key': idempotencyKey }),
      },
      ...(hasBody && { body: JSON.stringify(args['body']) }),
      signal: deadlineSignal() ?? null,
    });
    return resultOf(response, await response.text());
  } catch (error) {
    log.error('the API did not answer a tool', { operationId: tool.name }, error);
    return failed(JSON.stringify({ error: noAnswer }));
  }
}

const noAnswer =
  'The registry did not answer in time. Your call may have been carried out. Read the resource, or repeat the call with the same idempotencyKey.';

type Inputs = Pick<AgentTool, 'path' | 'pathParameters' | 'queryParameters' | 'tool'>;

/** What is wrong with arguments in paths and headers; the API validates all others. */
function complaintAbout({ pathParameters, queryParameters, tool }: Inputs, args: Params) {
  const { properties, required = [] } = tool.inputSchema;
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) {
    return `Unknown argument. ${tool.name} takes: ${Object.keys(properties).join(', ') || 'none'}`;
  }
  const missing = required.find((name) => args[name] === undefined);
  if (missing !== undefined) return `The argument ${missing} is missing`;
  const isText = (name: string) => ['string', 'number', 'boolean'].includes(typeof args[name]);
  const wrong = [...pathParameters, ...queryParameters, 'idempotencyKey'].find(
    (name) => args[name] !== undefined && !isText(name),
  );
  if (wrong !== undefined) return `The argument ${wrong} must be a string or a number`;
  // In a path, these would lead to another operation.
  const moves = pathParameters.find((name) => ['', '.', '..'].includes(String(args[name])));
  if (moves !== undefined) return `The argument ${moves} is not an id`;
  const key = args['idempotencyKey'];
  return key === undefined || /^[!-~]{1,255}$/.test(String(key))
    ? null
    : 'idempotencyKey must have 1 to 255 printable ASCII characters, without spaces';
}

function targetOf({ path, queryParameters }: Omit<Inputs, 'tool'>, args: Params): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(args[name])),
  );
  const sent = queryParameters.filter((name) => args[name] !== undefined);
  const query = new URLSearchParams(
    sent.map((name): [string, string] => [name, String(args[name])]),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function resultOf(response: Response, text: string): ToolResult {
  if (!response.ok) {
    const retryAfter = response.headers.get('retry-after');
    // Longer delays mean that the feature is switched off.
    const isSoon = retryAfter !== null && Number(retryAfter) <= 3600;
    const advice = isSoon ? ` Try again in ${retryAfter} seconds.` : '';
    return failed(text, `HTTP status ${response.status}.${advice}`);
  }
  const value = parsed(text);
  return {
    content: [{ type: 'text', text: text === '' ? 'Done.' : text }],
    ...(isObject(value) && { structuredContent: value }),
  };
}

function failed(...texts: readonly string[]): ToolResult {
  const [body = ''] = texts;
  const value = parsed(body);
  return {
    content: texts.map((text) => ({ type: 'text', text })),
    ...(isObject(value) && { structuredContent: value }),
    isError: true,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
