import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import {
  givenAddress,
  openRetries,
  regionalAddress,
  regionOfRole,
  roleCredentials,
} from '../runtime/client-parts.ts';
import { DeadlineError, deadlineSignal, endingInTime } from '../runtime/deadline.ts';
import { SigningHash } from '../runtime/signing-hash.ts';

/** Who asks S3, and how often and how long. */
export interface ObjectSettings {
  readonly maxAttempts: number;
  readonly requestHandler: NodeHttpHandler;
  readonly credentials?: typeof roleCredentials;
}

/** A request about one object. */
interface ObjectRequest {
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'PUT';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** What S3 answered: the names of headers are in lower case. */
interface ObjectAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

/** S3's refusal of a request, under the name that it gives it; the fields are those of the SDK's own exception. */
export class ObjectError extends Error {
  readonly $metadata: { readonly httpStatusCode: number };
  /** What the SDK looks for when it judges whether to ask again. */
  readonly $retryable?: object;

  constructor(status: number, name: string, message: string, isDamaged = false) {
    super(message);
    this.name = name;
    this.$metadata = { httpStatusCode: status };
    if (isDamaged) this.$retryable = {};
  }
}

/**
 * A client of the objects in one bucket, for requests whose bodies fit into memory, and of links to them. It is made of the SDK's own
 * signer, retry strategy and HTTP handler, and sends what the SDK's client sends; that client would be half of the code of each
 * function that stores or shows a document.
 */
interface ObjectClient {
  /**
   * Asks S3. Throws an `ObjectError` for what it refuses, and the network's errors when the attempts are used up or would
   * not help.
   */
  send(request: ObjectRequest): Promise<ObjectAnswer>;
  /**
   * A URL by which whoever has it may make the request for so many seconds. What is in `headers` and not in `signed` becomes a part of
   * the URL; whoever uses it has to send the others as they are.
   */
  link(request: ObjectRequest, seconds: number, signed?: readonly string[]): Promise<string>;
}

export function openObjects(bucket: string, settings: ObjectSettings): ObjectClient {
  const { maxAttempts, requestHandler } = settings;
  const attempting = openRetries(maxAttempts);

  async function attempt({ body, headers, ...request }: ObjectRequest): Promise<ObjectAnswer> {
    const signed = await objectSigner(settings.credentials).sign({
      ...unsigned(bucket, {
        ...request,
        headers: {
          ...headers,
          ...(request.method === 'GET' && { 'x-amz-checksum-mode': 'ENABLED' }),
          ...(body && { 'x-amz-checksum-crc32': checksumOf(body) }),
          ...(body && { 'content-length': String(body.length) }),
        },
      }),
      ...(body && { body }),
    });
    const { response } = await requestHandler.handle(
      // The signer answers an HTTP request of its own, which its declared type is silent about.
      signed as Parameters<typeof requestHandler.handle>[0],
    );
    const content = await contentOf(response.body);
    const { statusCode, headers: answered } = response;
    if (statusCode >= 300) throw refusalOf(statusCode, content);
    const sum = answered['x-amz-checksum-crc32'];
    // What was put in parts has a sum of their sums: "…-2".
    const isWhole = sum === undefined || sum.includes('-') || request.method !== 'GET';
    if (!isWhole && sum !== checksumOf(content))
      throw new ObjectError(
        statusCode,
        'DamagedObject',
        'the object does not fit its checksum',
        true,
      );
    return { headers: answered, content };
  }

  return {
    send: (request) => attempting(() => attempt(request)),
    async link(request, seconds, signed = []) {
      const names = new Set(signed);
      const presigned = await objectSigner(settings.credentials).presign(
        unsigned(bucket, {
          ...request,
          headers: { ...request.headers, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
        }),
        {
          expiresIn: seconds,
          ...(signed.length > 0 && { signableHeaders: new Set(['host', ...names]) }),
          unsignableHeaders: new Set(['content-type'].filter((name) => !names.has(name))),
          unhoistableHeaders: names,
        },
      );
      const { protocol, hostname, port, path, query } = presigned;
      const asked = Object.entries(query ?? {})
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([name, value]) => `${escaped(name)}=${escaped(String(value))}`);
      return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}?${asked.join('&')}`;
    },
  };
}

/** Signs requests of S3, which alone signs paths as they are sent. */
function objectSigner(credentials = roleCredentials): SignatureV4 {
  const region = regionOfRole();
  return new SignatureV4({
    service: 's3',
    region,
    credentials,
    sha256: SigningHash,
    uriEscapePath: false,
  });
}

/** A request as the signer takes it, to where the environment says that S3 is. */
function unsigned(bucket: string, { method, key, query, headers }: ObjectRequest) {
  const { origin, path } = addressOf(bucket, key.split('/').map(escaped).join('/'));
  const { protocol, hostname, port, host } = new URL(origin);
  return {
    method,
    protocol,
    hostname,
    ...(port !== '' && { port: Number(port) }),
    path,
    query: { ...query },
    headers: { host, ...headers },
  };
}

/** Where the environment says that S3 is, with the bucket in the path; without a word the bucket's own address. */
function addressOf(bucket: string, path: string) {
  const given = givenAddress('AWS_ENDPOINT_URL_S3');
  if (given !== null) return { origin: given, path: `/${bucket}/${path}` };
  return { origin: regionalAddress(`${bucket}.s3`, regionOfRole()), path: `/${path}` };
}

/** As a part of a path or of a query, by RFC 3986. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A CRC-32 as S3 writes it. */
function checksumOf(content: Uint8Array): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return sum.toString('base64');
}

async function contentOf(body: Readable | undefined): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  return endingInTime(body, async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
}

/** S3's refusal, which is XML with a code and a message for people; of a HEAD it is empty. */
function refusalOf(status: number, content: Buffer): ObjectError {
  const text = content.toString();
  const code = /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1];
  const message = /<Message>([^<]{1,500})<\/Message>/.exec(text)?.[1];
  return new ObjectError(
    status,
    code ?? 'ObjectError',
    message === undefined ? `S3 answered ${status}` : unescaped(message),
  );
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
};

function unescaped(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|apos|#39|amp);/g, (entity) => entities[entity] ?? entity);
}

export interface ObjectReaderSettings extends ObjectSettings {
  readonly bucket: string;
  readonly key: string;
}

/** An object that S3 did not give, for a reason of its own. */
class ObjectReadError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`S3 answered ${status}`);
    this.name = 'ObjectReadError';
    this.status = status;
  }
}

/** What has come of the object so far. */
interface Received {
  readonly etag: string;
  readonly bytes: Uint8Array;
  length: number;
}

/**
 * Reads one large object of S3 in one GET, into memory of exactly its size; null where there is none. Without the
 * SDK's client, which would be most of the code of a function that reads nothing else there.
 *
 * A reading that is cut off continues where it was, with the next attempt or the next call, as long as the object is
 * the same. Throws a `DeadlineError` when the time of the work is over, an `ObjectReadError` or the network's error
 * when all attempts have failed.
 */
export function openObjectReader(settings: ObjectReaderSettings): () => Promise<Uint8Array | null> {
  const { bucket, key, maxAttempts, requestHandler, credentials } = settings;
  let received: Received | undefined;

  return async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const bytes = await read();
        received = undefined;
        return bytes;
      } catch (error) {
        if (deadlineSignal()?.aborted) throw new DeadlineError();
        if (attempt >= maxAttempts) throw error;
      }
    }
  };

  async function read(): Promise<Uint8Array | null> {
    const { response } = await requestHandler.handle(
      // The signer answers an HTTP request of its own, which its declared type is silent about.
      (await signedRequest()) as Parameters<typeof requestHandler.handle>[0],
    );
    const { statusCode, headers, body } = response;
    const size = Number(headers['content-length']);
    if (statusCode === 206 && received !== undefined) {
      await receive(body, received);
    } else if (statusCode === 200) {
      received = { etag: headers['etag'] ?? '', bytes: new Uint8Array(size), length: 0 };
      await receive(body, received);
    } else {
      body.destroy();
      // 403 is what S3 says of an object that is not there to whoever may not list the bucket; see
      // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html, "Permissions".
      if (statusCode === 403 || statusCode === 404) return null;
      // 412: another object has taken its place; 416: it was received to its end.
      received = undefined;
      throw new ObjectReadError(statusCode);
    }
    if (received.length < received.bytes.length) throw new ObjectReadError(statusCode);
    return received.bytes;
  }

  function signedRequest() {
    const rest = received && {
      range: `bytes=${received.length}-`,
      'if-match': received.etag,
    };
    return objectSigner(credentials).sign(
      unsigned(bucket, { method: 'GET', key, headers: { ...rest } }),
    );
  }
}

/**
 * After so many bytes what was copied is collected, where Node lets us ask for it (`--expose-gc`). V8 counts such memory,
 * but collects it after 64 MB of it, which stay resident.
 */
const collectAfter = 8 * 2 ** 20;

/** Copies what comes to its place; what has come stays there when the rest doesn't. */
function receive(
  body: AsyncIterable<Uint8Array> & { destroy(error?: Error): void },
  received: Received,
): Promise<void> {
  return endingInTime(body, async () => {
    let sinceCollection = 0;
    for await (const chunk of body) {
      received.bytes.set(chunk, received.length);
      received.length += chunk.length;
      sinceCollection += chunk.length;
      if (sinceCollection < collectAfter) continue;
      globalThis.gc?.({ type: 'minor' });
      sinceCollection = 0;
    }
  });
}
