/** Error codes of JSON-RPC 2.0 and the Model Context Protocol. */
export const rpcCodes = {
  notJson: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  /** Refused by the service before the message was read. `data` is the API's own error. */
  refused: -32_000,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

type Id = string | number;
export type Params = Readonly<Record<string, unknown>>;

export interface RpcMessage {
  /** Null for a notification, which gets no answer. */
  readonly id: Id | null;
  readonly method: string;
  readonly params: Params;
}

/** An invalid message, with the status of the answer. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: Params | undefined;

  constructor(code: number, message: string, { status = 200, data }: RpcErrorOptions = {}) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

interface RpcErrorOptions {
  readonly status?: number;
  readonly data?: Params;
}

/** Reads the bytes of a request or notification. Throws an `RpcError` for anything else. */
export function readMessage(bytes: Uint8Array): RpcMessage {
  const value = parse(bytes);
  if (Array.isArray(value)) throw invalidRequest('Batches are not supported: send one message');
  if (!isObject(value) || value['jsonrpc'] !== '2.0') {
    throw invalidRequest('The body is not a JSON-RPC 2.0 message');
  }
  const { id, method, params = {} } = value;
  if (typeof method !== 'string') throw invalidRequest('The message has no method');
  if (!isObject(params)) throw invalidRequest('params must be an object');
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id)) {
    throw invalidRequest('id must be a string or an integer');
  }
  return { id: (id as Id | undefined) ?? null, method, params };
}

export function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The body of an error. */
export function rpcError(id: Id | null, { code, message, data }: RpcError) {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new RpcError(rpcCodes.notJson, 'The body is not valid JSON', { status: 400 });
  }
}

function invalidRequest(message: string): RpcError {
  return new RpcError(rpcCodes.invalidRequest, message, { status: 400 });
}
