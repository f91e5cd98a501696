/** An operation of the API as an agent sees it, and how to call it. */
export interface AgentTool {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  readonly takesBody: boolean;
  readonly takesIdempotencyKey: boolean;
  readonly access: ToolAccess;
  /** What `tools/list` shows. */
  readonly tool: ToolView;
}

/** The keys that may call it, by kind: a scope, or null if none is needed; absent if no key of this kind may. */
interface ToolAccess {
  readonly standard: boolean;
  readonly agent: string | null;
  readonly partner?: string | null;
}

interface ToolView {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  readonly annotations: {
    readonly readOnlyHint?: true;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: true;
  };
}

export interface ToolCaller {
  readonly kind: 'standard' | 'agent' | 'partner';
  readonly scopes: readonly string[];
}

const testHelpers = '/api/v1/test_helpers/';

/** The tools of a deployment. Test helpers exist only in a sandbox. */
export function toolsOf(tools: readonly AgentTool[], isSandbox: boolean): readonly AgentTool[] {
  return isSandbox ? tools : tools.filter(({ path }) => !path.startsWith(testHelpers));
}

/** Whether a caller's key has the scope that the tool needs. The API itself decides about each call. */
export function showsTool({ kind, scopes }: ToolCaller, { access }: AgentTool): boolean {
  if (kind === 'standard') return access.standard;
  const scope = access[kind];
  return scope === null || (scope !== undefined && scopes.includes(scope));
}
