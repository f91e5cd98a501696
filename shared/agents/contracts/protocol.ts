import { isObject, type Params, RpcError, type RpcMessage, rpcCodes } from './json-rpc.ts';

/** Where each request states its revision and the client's capabilities. There is no handshake. */
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/** Revisions without a handshake, newest first. */
const stateless = ['2026-07-28'] as const;

/** Revisions that begin with `initialize`, newest first. The service stores nothing about it. */
const withHandshake = ['2025-11-25', '2025-06-18'] as const;

export const supportedVersions: readonly string[] = [...stateless, ...withHandshake];

/** The protocol variant of a message. */
export type Era = 'stateless' | 'handshake';

export interface McpHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** The revision that `initialize` agrees on: the client’s, if it is supported, and the newest one otherwise. */
export function agreedVersion({ protocolVersion }: Params): string {
  return withHandshake.find((version) => version === protocolVersion) ?? withHandshake[0];
}

/**
 * The protocol revision of a message, from `_meta` and the headers. Throws an `RpcError` if the two differ or the
 * revision is not supported.
 */
export function eraOf(message: RpcMessage, headers: McpHeaders): Era {
  const { id, method, params } = message;
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const claimed = meta[versionKey];
  const { version = claimed === undefined ? undefined : '' } = headers;
  const isStateless = stateless.some((each) => each === version);
  if (claimed === undefined) {
    if (isStateless && method === 'initialize') {
      throw mismatch(`MCP-Protocol-Version ${version} has no initialize`);
    }
    if (isStateless && id !== null) throw missing(versionKey);
    if (version !== undefined && !supportedVersions.includes(version)) throw unsupported(version);
    return isStateless ? 'stateless' : 'handshake';
  }
  if (typeof claimed !== 'string') throw missing(versionKey);
  if (id !== null && !isObject(meta[capabilitiesKey])) throw missing(capabilitiesKey);
  if (version !== claimed && (version !== '' || id !== null)) {
    throw mismatch('MCP-Protocol-Version and the version in _meta differ');
  }
  if (!stateless.some((each) => each === claimed)) throw unsupported(claimed);
  if (id === null) return 'stateless';
  if (headers.method !== method) throw mismatch('Mcp-Method and the method of the message differ');
  const { name } = params;
  if (method === 'tools/call' && typeof name === 'string' && decoded(headers.name) !== name) {
    throw mismatch('Mcp-Name and the name of the tool differ');
  }
  return 'stateless';
}

/** Decodes a header that is sent in Base64 because it is not plain text. */
function decoded(value: string | undefined): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value ?? '') ?? [];
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString('utf8');
}

function missing(key: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `params._meta needs a valid ${key}`, { status: 400 });
}

function mismatch(message: string): RpcError {
  return new RpcError(rpcCodes.headerMismatch, message, { status: 400 });
}

function unsupported(requested: string): RpcError {
  return new RpcError(rpcCodes.unsupportedVersion, 'Unsupported protocol version', {
    status: 400,
    data: { supported: supportedVersions, requested },
  });
}
