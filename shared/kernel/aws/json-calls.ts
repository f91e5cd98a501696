import * as z from 'zod/mini';
import {
  type AddressVariable,
  givenAddress,
  openRetries,
  type RoleCredentials,
  regionalAddress,
  regionOfRole,
  roleCredentials,
  timeLimits,
} from '../runtime/client-parts.ts';
import type { HttpClient } from '../runtime/http-client.ts';
import { awsHeaders } from '../runtime/signature.ts';

/** An AWS service with a JSON API. */
interface JsonService {
  /** The service's name for the error. */
  readonly name: string;
  /** The name for which requests to the service are signed. */
  readonly signedAs: string;
  /** The first label of its host names: `email` in `email.eu-west-1.amazonaws.com`. */
  readonly host: string;
  readonly variable: AddressVariable;
}

/** A request; header names are in lower case. */
interface JsonCall {
  /** Default: POST. */
  readonly method?: 'GET' | 'PATCH' | 'PUT';
  readonly path?: `/${string}`;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The service's origin; default: from the environment, or the Region's own. */
  readonly origin?: string | undefined;
}

/**
 * Attempts, the timeout of each attempt in milliseconds, and credentials and Region if they are not
 * from the environment.
 */
export interface JsonSettings {
  readonly attempts: number;
  readonly requestTimeout: number;
  readonly region?: string | (() => Promise<string>) | undefined;
  readonly credentials?: RoleCredentials | (() => Promise<RoleCredentials>) | undefined;
}

/** The error type: services send it in a header or in the body. */
const Refusal = z.object({
  __type: z.optional(z.string()),
  message: z.optional(z.string()),
  Message: z.optional(z.string()),
});

/** An error response of an AWS service; `name` is the error type. */
export class CallRefused extends Error {
  /** Fields that the SDK's retry rules read. */
  readonly $metadata: { readonly httpStatusCode: number };
  /**
   * The service's error message. It may name the subject of the call, so it is not part of
   * `message`, which is logged.
   */
  readonly words: string;

  constructor(service: string, status: number, type: string, words: string) {
    super(`${service} answered ${status}`);
    // `com.amazonaws.sqs#QueueDoesNotExist`, sometimes followed by `:` and an address.
    this.name = (type.split(':')[0] ?? '').split('#').at(-1) || 'UnknownError';
    this.$metadata = { httpStatusCode: status };
    this.words = words;
  }
}

/**
 * Calls an AWS service without the SDK's client, which would be a fifth of a function's code.
 * Requests are signed and retried like those of that client. Returns the JSON of the response, or
 * null if there is none. Throws `CallRefused`, and network errors after the last attempt.
 */
export function openJsonCalls(
  service: JsonService,
  settings: JsonSettings,
): (call: JsonCall) => Promise<unknown> {
  const { maxAttempts, requestHandler } = timeLimits(settings);
  const attempting = openRetries(maxAttempts);

  async function attempt({ path = '/', origin, ...call }: JsonCall, body: string | undefined) {
    const { name, signedAs, host, variable } = service;
    const given = settings.region ?? regionOfRole();
    const region = typeof given === 'function' ? await given() : given;
    const { status, text, ...answered } = await sendSigned({
      address: origin ?? givenAddress(variable) ?? regionalAddress(host, region),
      ...{ ...call, path, body, signedAs, region, requestHandler },
      credentials: settings.credentials,
    });
    const answer = parsed(text);
    if (status < 300) return answer;
    const { data } = Refusal.safeParse(answer);
    const type = answered.headers['x-amzn-errortype'] ?? data?.__type ?? '';
    throw new CallRefused(name, status, type, data?.message ?? data?.Message ?? '');
  }

  return (call) => {
    const body = call.body && JSON.stringify(call.body);
    return attempting(() => attempt(call, body));
  };
}

/** Null if it is not JSON: a proxy may have answered. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A request to an AWS service; header names are in lower case. */
interface SignedRequest {
  /** Default: POST. */
  readonly method?: string;
  /** The target: scheme, host and the beginning of the path. */
  readonly address: string;
  readonly path: `/${string}`;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** The name for which requests to the service are signed. */
  readonly signedAs: string;
  readonly region: string;
  /** Default: the function's role. */
  readonly credentials?: RoleCredentials | (() => Promise<RoleCredentials>) | undefined;
  readonly requestHandler: HttpClient;
}

/**
 * Signs a request, sends it once, and returns the response with any status. Throws network errors.
 */
export async function sendSigned({
  method = 'POST',
  address,
  path,
  query = {},
  headers,
  body,
  signedAs,
  region,
  credentials = roleCredentials,
  requestHandler,
}: SignedRequest) {
  const { protocol, hostname, port, host, pathname } = new URL(address);
  const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
  const request = {
    method,
    path: pathname.replace(/\/$/, '') + path,
    query,
    headers: { host, ...length, ...headers },
    ...(body !== undefined && { body }),
  };
  const signing = {
    ...{ service: signedAs, region },
    credentials: typeof credentials === 'function' ? await credentials() : credentials,
  };
  const { response } = await requestHandler.handle({
    ...{ ...request, protocol, hostname, headers: awsHeaders(request, signing) },
    ...(port !== '' && { port: Number(port) }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: await textOf(response.body),
  };
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
