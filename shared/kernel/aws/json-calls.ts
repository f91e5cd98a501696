import { SignatureV4 } from '@smithy/signature-v4';
import * as z from 'zod/mini';
import { openRetries, type RoleCredentials, roleCredentials, timeLimits } from '../client-parts.ts';
import { SigningHash } from '../signing-hash.ts';

/** A service of AWS that takes requests in JSON. */
export interface JsonService {
  /** What a refusal calls it. */
  readonly name: string;
  /** Under which name requests to it are signed. */
  readonly signedAs: string;
  /** What its hosts begin with: `email` of `email.eu-west-1.amazonaws.com`. */
  readonly host: string;
  /** The variable that says where it is, before `AWS_ENDPOINT_URL`. */
  readonly variable: `AWS_ENDPOINT_URL_${string}`;
}

/** A POST; names of headers in lower case. */
export interface JsonCall {
  readonly path?: `/${string}`;
  readonly headers: Readonly<Record<string, string>> & { readonly 'content-type': string };
  readonly body: object;
  /** Where it goes; absent: to where the environment says that the service is, or its region. */
  readonly origin?: string | undefined;
}

/** How often and how long a service is asked, in milliseconds for each attempt, and by whom and where if not as the environment says. */
export interface JsonSettings {
  readonly attempts: number;
  readonly requestTimeout: number;
  readonly region?: string | undefined;
  readonly credentials?: RoleCredentials | undefined;
}

/** What a refusal says: services put its kind into a header, or into the body. */
const Refusal = z.object({
  __type: z.optional(z.string()),
  message: z.optional(z.string()),
  Message: z.optional(z.string()),
});

/** A service's refusal of a call, under the name that it gives it. */
export class CallRefused extends Error {
  /** What the SDK's rules for another attempt look at. */
  readonly $metadata: { readonly httpStatusCode: number };
  /** The service's own words. They may name what the call is about, so they are in no message, which is logged. */
  readonly words: string;

  constructor({ name }: JsonService, status: number, type: string, words: string) {
    super(`${name} answered ${status}`);
    // `com.amazonaws.sqs#QueueDoesNotExist`, sometimes followed by `:` and an address.
    this.name = (type.split(':')[0] ?? '').split('#').at(-1) || 'UnknownError';
    this.$metadata = { httpStatusCode: status };
    this.words = words;
  }
}

/**
 * Calls of a service, in place of the SDK's client for it, whose code is a fifth of a function's: signed, and made again as often and
 * when that client would. Answers the JSON that comes back, null for what is none. Throws `CallRefused`, and the network's
 * errors when the attempts are used up or would not help.
 */
export function openJsonCalls(
  service: JsonService,
  settings: JsonSettings,
): (call: JsonCall) => Promise<unknown> {
  const { maxAttempts, requestHandler } = timeLimits(settings);
  const attempting = openRetries(maxAttempts);

  async function attempt({ path = '/', headers, origin }: JsonCall, body: string) {
    const region = settings.region ?? process.env['AWS_REGION'];
    if (!region) throw new Error('AWS_REGION is not set');
    const address = new URL(origin ?? endpointIn(region, service));
    const { protocol, hostname, port, host } = address;
    const signer = new SignatureV4({
      ...{ service: service.signedAs, region, sha256: SigningHash },
      credentials: settings.credentials ?? roleCredentials,
    });
    const request = await signer.sign({
      method: 'POST',
      protocol,
      hostname,
      ...(port !== '' && { port: Number(port) }),
      path: address.pathname.replace(/\/$/, '') + path,
      query: {},
      headers: { host, 'content-length': String(Buffer.byteLength(body)), ...headers },
      body,
    });
    const { response } = await requestHandler.handle(
      // The signer answers an HTTP request of its own, which its declared type is silent about.
      request as Parameters<typeof requestHandler.handle>[0],
    );
    const answer = parsed(await textOf(response.body));
    if (response.statusCode === 200) return answer;
    const { data } = Refusal.safeParse(answer);
    const type = response.headers['x-amzn-errortype'] ?? data?.__type ?? '';
    const words = data?.message ?? data?.Message ?? '';
    throw new CallRefused(service, response.statusCode, type, words);
  }

  return (call) => {
    const body = JSON.stringify(call.body);
    return attempting(() => attempt(call, body));
  };
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Null for what is no JSON: what stands between may answer in its stead. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Where the environment says that the service is; without a word the region's own endpoint. */
function endpointIn(region: string, { host, variable }: JsonService): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return (
    process.env[variable] ||
    process.env['AWS_ENDPOINT_URL'] ||
    `https://${host}.${region}.${suffix}`
  );
}
