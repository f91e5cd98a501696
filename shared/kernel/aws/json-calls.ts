import { HttpRequest } from '@smithy/core/protocols';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
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
import { awsHeaders } from '../runtime/signature.ts';

/** A service of AWS that takes requests in JSON. */
interface JsonService {
  /** The service's name of a refusal. */
  readonly name: string;
  /** Under which name requests to it are signed. */
  readonly signedAs: string;
  /** What its hosts begin with: `email` of `email.eu-west-1.amazonaws.com`. */
  readonly host: string;
  readonly variable: AddressVariable;
}

/** A POST; names of headers in lower case. */
interface JsonCall {
  readonly path?: `/${string}`;
  readonly headers: Readonly<Record<string, string>> & { readonly 'content-type': string };
  readonly body: object;
  /** The service's address; absent: from the environment, or of its region. */
  readonly origin?: string | undefined;
}

/** Attempts and timeout for each attempt in milliseconds, and credentials and Region if they are not from the environment. */
export interface JsonSettings {
  readonly attempts: number;
  readonly requestTimeout: number;
  readonly region?: string | undefined;
  readonly credentials?: RoleCredentials | undefined;
}

/** The kind of a refusal: services put it into a header or into the body. */
const Refusal = z.object({
  __type: z.optional(z.string()),
  message: z.optional(z.string()),
  Message: z.optional(z.string()),
});

/** A service's refusal of a call, under the name that it gives it. */
export class CallRefused extends Error {
  /** The fields that the SDK's retry rules read. */
  readonly $metadata: { readonly httpStatusCode: number };
  /** The service's own words. They may name what the call is about, so they are in no message, which is logged. */
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
 * Calls an AWS service without the SDK's client, whose code is a fifth of a function's. Requests are signed, and
 * retried as by that client. Returns the JSON of the answer, null if there is none. Throws `CallRefused`, and network
 * errors after the last attempt.
 */
export function openJsonCalls(
  service: JsonService,
  settings: JsonSettings,
): (call: JsonCall) => Promise<unknown> {
  const { maxAttempts, requestHandler } = timeLimits(settings);
  const attempting = openRetries(maxAttempts);

  async function attempt({ path = '/', headers, origin }: JsonCall, body: string) {
    const { name, signedAs, host, variable } = service;
    const region = settings.region ?? regionOfRole();
    const { status, text, ...answered } = await signedPost({
      address: origin ?? givenAddress(variable) ?? regionalAddress(host, region),
      ...{ path, headers, body, signedAs, region, requestHandler },
      credentials: settings.credentials,
    });
    const answer = parsed(text);
    if (status === 200) return answer;
    const { data } = Refusal.safeParse(answer);
    const type = answered.headers['x-amzn-errortype'] ?? data?.__type ?? '';
    throw new CallRefused(name, status, type, data?.message ?? data?.Message ?? '');
  }

  return (call) => {
    const body = JSON.stringify(call.body);
    return attempting(() => attempt(call, body));
  };
}

/** Null if it is not JSON, because a proxy may have answered. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A POST to a service of AWS; names of headers in lower case. */
interface SignedPost {
  /** The target: scheme, host and the beginning of the path. */
  readonly address: string;
  readonly path: `/${string}`;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Under which name the service has its requests signed. */
  readonly signedAs: string;
  readonly region: string;
  /** Absent: the role's own. */
  readonly credentials?: RoleCredentials | (() => Promise<RoleCredentials>) | undefined;
  readonly requestHandler: NodeHttpHandler;
}

/** Signs a request, sends it once, and returns the answer with any status. Throws network errors. */
export async function signedPost({
  address,
  path,
  headers,
  body,
  signedAs,
  region,
  credentials = roleCredentials,
  requestHandler,
}: SignedPost) {
  const { protocol, hostname, port, host, pathname } = new URL(address);
  const post = {
    method: 'POST',
    path: pathname.replace(/\/$/, '') + path,
    headers: { host, 'content-length': String(Buffer.byteLength(body)), ...headers },
    body,
  };
  const signing = {
    ...{ service: signedAs, region },
    credentials: typeof credentials === 'function' ? await credentials() : credentials,
  };
  const { response } = await requestHandler.handle(
    new HttpRequest({
      ...{ ...post, protocol, hostname, headers: awsHeaders(post, signing) },
      ...(port !== '' && { port: Number(port) }),
    }),
  );
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
