import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { duringMaintenance } from '../shared/kernel/domain/maintenance.ts';
import { approvalHeader } from '../shared/staff/contracts/approvals-contract.ts';
import { Failure } from './failure.ts';
import { refusal, waiting } from './refusal.ts';
import type { Target } from './target.ts';

export interface Call {
  readonly method: string;
  /** Its segments are encoded. For `callService` it is below `/admin/v1`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The approval with which a second operator carries this out. */
  readonly approval?: string;
}

const below = '/admin/v1';

/** API Gateway answers within 29 seconds or not at all. */
const timeoutMs = 35_000;

/** Encodes as SigV4 does: everything but letters, digits, `-`, `.`, `_` and `~`. */
export function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Makes one signed call and returns the JSON of a success.
 *
 * Throws a Failure if the service does not answer or refuses, or if no credentials are found.
 */
export function callService(target: Target, call: Call): Promise<unknown> {
  return send(target, { ...call, path: `${below}${call.path}` });
}

/** The same for actions of a local service only, by path below `/local`. */
export function callLocally(target: Target, path: string): Promise<unknown> {
  return send(target, { method: 'POST', path: `/local${path}`, query: {} });
}

async function send(target: Target, call: Call): Promise<unknown> {
  const request = await sign(target, call);
  const query = Object.entries(call.query).map(([name, value]) => `${name}=${encode(value)}`);
  const search = query.length > 0 ? `?${query.join('&')}` : '';
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${target.url}${call.path}${search}`, {
      method: call.method,
      headers: request.headers,
      body: request.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw unreachable(target, error);
  }
  const answer = parse(text);
  if (answer === undefined) {
    const message = `${target.url} answered ${status} without JSON: is it the registry's URL?`;
    throw new Failure('refused', message);
  }
  if (status === 202) throw waiting(answer);
  if (status !== 200) throw refusal(status, answer, target);
  return answer;
}

async function sign(target: Target, { method, path, query, body, approval }: Call) {
  const url = new URL(`${target.url}${path}`);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const signer = new SignatureV4({
    service: 'execute-api',
    region: target.region,
    credentials: target.credentials,
    sha256: Sha256,
  });
  const { headers } = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query,
    headers: {
      host: url.host,
      accept: 'application/json',
      ...(target.duringMaintenance && { [duringMaintenance]: 'true' }),
      ...(approval !== undefined && { [approvalHeader]: approval }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    },
    body: text,
  });
  // `fetch` sets the same value itself.
  const { host: _, ...others } = headers;
  return { headers: others, body: text ?? null };
}

function unreachable({ url, local }: Target, error: unknown): Failure {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new Failure('unreachable', `${url} does not answer.`);
  }
  if (local) {
    return new Failure('unreachable', `Nothing answers at ${url}: is \`npm start\` running?`);
  }
  const reason = codeOf(error);
  return new Failure('unreachable', `Nothing answers at ${url}${reason && ` (${reason})`}.`);
}

/** Node's name for what went wrong, such as ENOTFOUND. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
