import { promises as dns } from 'node:dns';
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent, request as tlsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A request to an address that an outsider gave. */
interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Time limit in milliseconds for everything: name resolution, connection and response. */
  readonly timeout: number;
  /** The maximum number of bytes to read; 0: the body is not read. */
  readonly maxBytes: number;
}

interface OutgoingAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type SafeFetch = (request: OutgoingRequest) => Promise<OutgoingAnswer>;

/**
 * Why there is no response: the URL is not allowed (`url`), its name resolves to a forbidden network (`address`) or to
 * nothing (`name`), the request timed out, the connection failed, or the response is too large.
 */
export type OutgoingFailure = 'url' | 'name' | 'address' | 'timeout' | 'connection' | 'too_large';

/** There is no response. The message never quotes the URL, which may contain a secret. */
export class OutgoingError extends Error {
  readonly reason: OutgoingFailure;

  constructor(reason: OutgoingFailure) {
    super(`no answer: ${reason}`);
    this.name = 'OutgoingError';
    this.reason = reason;
  }
}

/** Whether this machine may be called, also without TLS. If it is a URL, only that address may be called. */
export type LoopbackRule = boolean | string;

export interface OutgoingSettings {
  /** Only set on a local server. */
  readonly loopback?: LoopbackRule;
  /** Returns all addresses of a name. By default it asks the system's name servers. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** Certificate authorities to trust in addition to the usual ones, as PEM. */
  readonly ca?: string;
}

/**
 * Calls addresses from outsiders without giving access to our own network (server-side request forgery): HTTPS only.
 * Names are resolved once, every address is checked, and the connection uses exactly those addresses. Redirects are not
 * followed, proxies of the environment are not used, and at most the limit is read. Throws `OutgoingError`.
 */
export function openSafeFetch({
  loopback = false,
  resolve = resolveName,
  ca,
}: OutgoingSettings = {}): SafeFetch {
  return async ({ url, timeout, ...requested }) => {
    const target = callableUrl(url, { loopback });
    if (target === null) throw new OutgoingError('url');
    const signal = AbortSignal.timeout(timeout);
    const name = target.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(name) === 0 ? await inTime(addressesOf(name, resolve), signal) : [name];
    const isOwn = mayBeOwn(target, loopback) && addresses.every(isLoopback);
    if (!isOwn && !addresses.every(isPublicAddress)) throw new OutgoingError('address');
    if (!isOwn && target.protocol !== 'https:') throw new OutgoingError('url');
    return send({ target, addresses, signal, ...requested, ...(ca !== undefined && { ca }) });
  };
}

/** The parsed URL if its own text allows a call (the addresses of its name are checked later), otherwise null. */
export function callableUrl(
  text: string,
  { loopback: rule }: { readonly loopback: LoopbackRule },
): URL | null {
  const url = URL.parse(text);
  const loopback = url !== null && mayBeOwn(url, rule);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return null;
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:')) return null;
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = isIP(name) !== 0;
  if (isAddress && !isPublicAddress(name) && !(loopback && isLoopback(name))) return null;
  if (url.protocol === 'http:' && isAddress && !isLoopback(name)) return null;
  return url;
}

function mayBeOwn({ href }: URL, rule: LoopbackRule): boolean {
  return rule === true || rule === href;
}

interface Checked extends Omit<OutgoingRequest, 'url' | 'timeout'> {
  readonly target: URL;
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
  readonly ca?: string;
}

function send({
  target,
  addresses,
  signal,
  method,
  headers,
  body,
  maxBytes,
  ca,
}: Checked): Promise<OutgoingAnswer> {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_, { all }, done) => {
    const [first] = known;
    if (all || first === undefined) done(null, known);
    else done(null, first.address, first.family);
  };
  const isTls = target.protocol === 'https:';
  return new Promise((answered, failed) => {
    const fail = (error: unknown) => failed(failureOf(error, signal));
    const options = {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': lengthOf(body) }) },
      lookup,
      signal,
      // A separate agent, so that no connection is reused and no proxy from the environment is used.
      ...(isTls
        ? { agent: new Agent({ keepAlive: false, ...(ca !== undefined && { ca }) }) }
        : { agent: false as const }),
    };
    const taken = (response: IncomingMessage) => {
      readBody(response, maxBytes).then(
        (read) =>
          answered({ status: response.statusCode ?? 0, headers: response.headers, body: read }),
        fail,
      );
    };
    const call = isTls ? tlsRequest(target, options, taken) : plainRequest(target, options, taken);
    call.on('error', fail);
    call.end(body);
  });
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (maxBytes === 0) {
    response.on('error', () => {}); // we cut off the response ourselves, so this is not a failure
    response.destroy();
    return Buffer.alloc(0);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw new OutgoingError('too_large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function lengthOf(body: string): string {
  return String(Buffer.byteLength(body));
}

function failureOf(error: unknown, signal: AbortSignal): OutgoingError {
  if (error instanceof OutgoingError) return error;
  return new OutgoingError(signal.aborted ? 'timeout' : 'connection');
}

async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = Promise.withResolvers<never>();
  const end = () => over.reject(new OutgoingError('timeout'));
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function addressesOf(
  name: string,
  resolve: (name: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const found = await resolve(name).catch(() => []);
  if (found.length === 0) throw new OutgoingError('name');
  return found;
}

/**
 * Asks the name servers directly: the system's own call would block one of four threads while a server does not
 * respond.
 */
async function resolveName(name: string): Promise<readonly string[]> {
  // The name servers don't know it.
  if (name === 'localhost') return ['127.0.0.1'];
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

/**
 * Addresses that are not on the internet, or not entirely: IANA's registries of special-purpose addresses, and the
 * metadata addresses of some clouds.
 */
const forbidden: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local addresses, which include the metadata services of AWS and other clouds.
  ['169.254.0.0', 16],
  // Azure's platform address, which is in a public range.
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Parts of global unicast that contain IPv4 addresses or are not on the internet: Teredo, other protocols,
  // documentation and 6to4.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked = listOf(forbidden);
/**
 * The only IPv6 range for the internet. It excludes loopback, private, link-local, multicast, mapped and translated
 * addresses.
 */
const globalUnicast = listOf([['2000::', 3]]);
const loopback = listOf([
  ['127.0.0.0', 8],
  ['::1', 128],
]);

/** Whether the service may call this IP address for outsiders: it is on the internet, not in a private network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !blocked.check(address, 'ipv4');
  if (isIP(address) !== 6 || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

/** Whether an IP address is this machine's own. */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function listOf(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) {
    list.addSubnet(net, prefix, isIP(net) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
